#pragma once
// Scores of a model on episodes that it was not trained on.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "autodiff/tape/tape.hpp"
#include "experiments/batches/passages.hpp"
#include "experiments/batches/source_looks.hpp"
#include "experiments/batches/workers.hpp"
#include "models/model.hpp"
#include "models/speaking/generation.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model with the parameters that it answers with.
struct Member {
  const Model& model;
  const ParameterStore& store;
};

/// Episodes 0 … episodes − 1 of (seed, split), or of one group of them; of a finite set at most all.
struct ScoredSet {
  uint64_t seed;
  Split split;
  uint64_t episodes;
  size_t group = kAllGroups;
  SearchSettings search = {};  ///< the search for answers said token by token
};

/// Continues all episodes of a batch of a task that reacts (tasks/episode/reacting.hpp) from these answers; gives
/// whether a model has to be asked again.
bool went_on(const Tape& tape, const Task& task, const Answers& answers, Batch& batch);

/// The voices of members that all speak; none where one does not.
std::vector<Voice> voices_of(std::span<const Member> members);

/// The goal of a run of that task and model (Judge::goal()): the metric that is called its cost.
std::string_view goal_of(const Task& task, const Model& model);

/// The length limit of a free answer to each episode of a batch: twice the right one's tokens, plus ten. Longer ones
/// are wrong anyway, and an untrained model would never end.
std::vector<size_t> answer_limits(const Batch& batch);

/// Episodes that are scored side by side.
inline constexpr uint64_t kScoreBatch = 10;

class Scorer final {
 public:
  /// `goes_on`, if there is one, is asked between batches by the thread that calls score(): false stops the scoring.
  explicit Scorer(Workers& workers, std::function<bool()> goes_on = {});

  /// The score by the task's judge. Batches have a size of their own: the episodes do not depend on the batches of
  /// training. Several members answer as an ensemble, by the mean of their probabilities.
  /// Where the task is to read and say, and the members speak, they also answer freely (Paper::said). Where the origin
  /// or subject of each token is known, and a single member shows its attention, the judge gets that too
  /// (Paper::looked, Paper::pointed). Where a task's inputs depend on the answers, the model is asked again until the
  /// inputs agree with its answers (went_on()). Throws Interrupted where the program, or goes_on, says to stop.
  Score score(std::span<const Member> members, const Task& task, const ScoredSet& set);

  Score score(const Model& model, const ParameterStore& store, const Task& task, uint64_t seed, Split split,
              uint64_t episodes) {
    const Member member{model, store};
    return score({&member, 1}, task, {seed, split, episodes});
  }

 private:
  struct Desk {
    Tape tape;
    Batch batch;
    Noise noise;
    Passages passages;
    SourceLooks looks;
    std::vector<double> mean;     ///< of the members' probabilities
    std::vector<Real> logits;     ///< of the same answers
    std::vector<uint32_t> steps;  ///< at which they answer
  };
  /// All members' answers to the desk's batch, on its tape; the batch begins with episode `first` of the set.
  static Answers answer(Desk& desk, std::span<const Member> members, const ScoredSet& set, uint64_t first);

  Workers& workers_;
  std::function<bool()> goes_on_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

/// The sizes of that episode as score() draws them: those of its batch.
Shape scored_shape(const Task& task, uint64_t seed, Split split, uint64_t episode);

}  // namespace tapehead::inline TAPEHEAD_REAL
