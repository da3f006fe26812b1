#pragma once
// How good a model is on episodes it was not trained on.

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

/// A model with the parameters it answers by.
struct Member {
  const Model& model;
  const ParameterStore& store;
};

/// Episodes 0 … episodes − 1 of (seed, split), or of one group of them; of a finite set no more than there are.
struct ScoredSet {
  uint64_t seed;
  Split split;
  uint64_t episodes;
  size_t group = kAllGroups;
  SearchSettings search = {};  ///< how answers that are said token by token are looked for
};

/// Makes a batch of a task that reacts (tasks/episode/reacting.hpp) go on from these answers, of all its episodes;
/// gives whether a model has to be asked again.
bool went_on(const Tape& tape, const Task& task, const Answers& answers, Batch& batch);

/// The voices of members that all speak; none where one of them does not.
std::vector<Voice> voices_of(std::span<const Member> members);

/// The metric that is the goal of a run of that task and model (Judge::goal()): what is called its cost.
std::string_view goal_of(const Task& task, const Model& model);

/// Tokens after which a free answer to each episode of a batch is cut off: twice as many as the right one has, and ten.
/// What is longer is wrong anyway, and a model that has learned nothing yet would go on for ever.
std::vector<size_t> answer_limits(const Batch& batch);

/// Episodes that are scored side by side.
inline constexpr uint64_t kScoreBatch = 10;

class Scorer final {
 public:
  explicit Scorer(Workers& workers);

  /// What the task's judge says. In batches of a size of their own: which episodes they are does not depend on how
  /// training is cut. Several members answer together, by the mean of their probabilities.
  /// Where the task is one of reading and saying, and the members speak, they answer freely too (Paper::said); and
  /// where it is known what a token comes from or tells of, and a single member shows where it looks, it is told that
  /// (Paper::looked, Paper::pointed). Where what a task shows depends on the answers, it is asked until what it is
  /// shown is what it answered (went_on()).
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
    std::vector<Real> logits;     ///< that say the same
    std::vector<uint32_t> steps;  ///< at which they answer
  };
  /// All members' answers to the desk's batch, whose first episode is that number of the set; on its tape.
  static Answers answer(Desk& desk, std::span<const Member> members, const ScoredSet& set, uint64_t first);

  Workers& workers_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

/// The sizes of that episode as score() draws them: those of its batch.
Shape scored_shape(const Task& task, uint64_t seed, Split split, uint64_t episode);

}  // namespace tapehead::inline TAPEHEAD_REAL
