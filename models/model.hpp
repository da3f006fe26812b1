#pragma once
// A whole network.

#include <optional>
#include <span>
#include <vector>

#include "autodiff/base/footprint.hpp"
#include "autodiff/tape/recurrent.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model's answers at the steps that are scored.
struct Answers {
  Var logits;                         ///< outputs×steps.size(); meaningless where steps is empty
  std::span<const uint32_t> steps;    ///< the batch's steps with something scored
  std::optional<Var> objective = {};  ///< what training makes small, where it is not their cost: 1×1 an item, in nats
};

class RecurrentModel;
class Speaker;

class Model {
 public:
  virtual ~Model() = default;

  /// Runs episodes first … first + context.batch − 1 of the batch, whole.
  virtual Answers run(const Context& context, const Batch& batch, size_t first) const = 0;

  /// Whether its answers in training have an objective of their own.
  virtual bool has_own_objective() const { return false; }

  /// The same model step by step; nullptr where it answers from the whole.
  virtual const RecurrentModel* in_steps() const { return nullptr; }

  /// The same model left to speak by itself (models/speaker.hpp); nullptr where it does not.
  virtual const Speaker* speaks() const { return nullptr; }

  /// Training episodes seen at which it works in another way: where a check of it has to look.
  virtual std::vector<uint64_t> stages() const { return {ParameterStore::kTrained}; }

  /// Numbers of memory that a step writes anew for one episode, about (Memory::cost()); 0: next to none.
  virtual size_t cost() const { return 0; }

  /// What an episode takes at least (Memory::footprint()), a step being one of the batch's.
  virtual Footprint footprint() const { return {}; }

  /// Numbers of weights that a step multiplies by, where they are many: beside few episodes it is fetching them that
  /// takes its time.
  virtual size_t step_weights() const { return 0; }

  /// Whether an episode takes no longer than what a shard takes beside its episodes.
  virtual bool is_brief() const { return false; }
};

/// A model that goes through time. A step's input is one column of the batch's inputs, its output the logits of that
/// step: sampling, search and whoever plays with it need nothing more. Running whole is a faster way through the same.
class RecurrentModel : public Model, public Recurrent {
 public:
  /// Steps from … to − 1.
  struct StepRange {
    size_t from, to;
  };
  struct Passage {
    Answers answers;  ///< at those of its steps that are scored
    State state;      ///< after its last step
  };
  /// Runs a stretch of the batch's steps, from the state after those before it.
  virtual Passage pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
                       const State& past) const = 0;

  const RecurrentModel* in_steps() const final { return this; }
};

/// What logits of one step say: the probability of each bit, of each class, or of each kind of each digit.
void probabilities(const StreamShape& target, const Real* logits, Real* to);

/// The cost of each episode in nats, summed over its scored bits and steps: 1×1 an item.
/// first: as given to run().
Var sequence_loss(const Answers& answers, const Batch& batch, size_t first);

/// A cost, in nats an answer (a bit, or a class), that no model pays which still learns.
double absurd_cost(Scoring scoring);

/// What training makes small: the answers' own objective, or else their cost, sequence_loss().
Var objective_of(const Answers& answers, const Batch& batch, size_t first);

}  // namespace tapehead::inline TAPEHEAD_REAL
