#include "experiments/scoring/one_episode.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/scoring/story_questions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void check_episode(const Task& task, Split split, uint64_t number) {
  const uint64_t count = task.episodes(split, kAllGroups);
  if (count > 0 && number >= count && split != Split::kTrain)
    throw InputError(fmt::format("--episode: got {}; an integer from 0 to {} is needed, the episodes that there are",
                                 number, count - 1));
}

void one_episode(const TrainedModel& trained, Split split, uint64_t number, Batch& batch) {
  const auto seed = static_cast<uint64_t>(trained.configuration.settings.integer("seed"));
  if (tells_stories(*trained.task)) {
    const auto questions = questions_of(*trained.task, seed, split, number + 1);
    if (number >= questions.size())
      throw InputError(
          fmt::format("--episode: got {}; a question from 0 to {} is needed", number, questions.size() - 1));
    ask(questions[number], trained.task->spec().outputs(), batch);
    return;
  }
  check_episode(*trained.task, split, number);
  // An episode of a split has the sizes that eval draws; one that is only shown draws its own.
  Stream draw(seed, split, Purpose::kShape, number);
  const Shape shape =
      split == Split::kShow ? trained.task->shape(draw, {}) : scored_shape(*trained.task, seed, split, number);
  trained.task->sample({seed, split, number, 1}, shape, batch);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
