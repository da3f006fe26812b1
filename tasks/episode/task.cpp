#include "tasks/episode/task.hpp"

#include "autodiff/base/error.hpp"
#include "tasks/guessers/guessers.hpp"
#include "tasks/judges/answer_counts.hpp"
#include "tasks/judges/answers_judge.hpp"
#include "tasks/judges/bits_judge.hpp"
#include "tasks/judges/classes_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Stream episode_stream(const EpisodeRange& range, const Shape& shape, size_t index) {
  uint64_t seed = range.seed;
  if (range.split == Split::kEval)
    for (const uint32_t size : shape) seed = derived_seed(seed, Purpose::kShape, size);
  return {seed, range.split, Purpose::kEpisode, range.first + index};
}

size_t Task::episodes(Split split, size_t) const {
  if (split == Split::kTest)
    throw InputError(
        "--split: got test; this task draws its episodes and has no test set: eval, final or validation "
        "is needed");
  return 0;
}

std::unique_ptr<Judge> Task::judge() const {
  switch (spec().scoring()) {
    case Scoring::kClasses: return std::make_unique<ClassesJudge>();
    case Scoring::kDigits: return std::make_unique<AnswersJudge>(count_digits);
    case Scoring::kBits: break;
  }
  return std::make_unique<BitsJudge>();
}

std::vector<Guesser> Task::guessers() const { return usual_guessers(spec()); }

}  // namespace tapehead::inline TAPEHEAD_REAL
