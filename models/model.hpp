#pragma once
// The interface of models: whole networks.

#include <optional>
#include <span>
#include <vector>

#include "autodiff/base/footprint.hpp"
#include "autodiff/tape/recurrent.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model's outputs at the scored steps.
struct Answers {
  Var logits;                         ///< outputs×steps.size(); unspecified where steps is empty
  std::span<const uint32_t> steps;    ///< the batch's steps with something scored
  std::optional<Var> objective = {};  ///< what training minimises instead of the answers' cost: 1×1 an item, in nats
  bool apart = false;  ///< in training: the logits are outputs×n, of n steps of each episode's own, and `steps` has
                       ///< those of one episode after those of another

  /// The steps of an item's logits.
  std::span<const uint32_t> steps_of(size_t item) const {
    return apart ? steps.subspan(item * logits.cols, logits.cols) : steps;
  }
};

/// A table of `columns` columns, one for each token of a batch's first input, with which its parameter begins.
struct LookedUp {
  Parameter table;
  size_t columns;
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

  /// The same model step by step; nullptr where it needs the whole input.
  virtual const RecurrentModel* in_steps() const { return nullptr; }

  /// The same model generating by itself (models/speaker.hpp); nullptr where it cannot.
  virtual const Speaker* speaks() const { return nullptr; }

  /// Numbers of training episodes from which on it works differently: a check must look at each.
  virtual std::vector<uint64_t> stages() const { return {ParameterStore::kTrained}; }

  /// What it carries on after `steps` steps of episodes first … first + context.batch − 1, which are that long: steps
  /// of the input, or where that is a single picture, its own looks. Nothing for a model that takes all of it at once.
  /// One that only speaks() says it by listen().
  virtual State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const {
    (void)context, (void)batch, (void)first, (void)steps;
    return {};
  }

  /// How many numbers of memory a step writes for one episode, about (Memory::cost()); 0: next to none.
  virtual size_t cost() const { return 0; }

  /// A lower bound on an episode's memory (Memory::footprint()), with steps as in the batch.
  virtual Footprint footprint() const { return {}; }

  /// How many weights a step multiplies by, where they are many: with few episodes, loading them takes most of the
  /// time.
  virtual size_t step_weights() const { return 0; }

  /// The table of which episodes read, and change, only the columns of their first input's tokens (what the parameter
  /// has beyond them is read at every step); none: all of every parameter may be read.
  virtual std::optional<LookedUp> looked_up() const { return {}; }

  /// Whether an episode takes no longer than a shard's fixed costs.
  virtual bool is_brief() const { return false; }
};

/// A model that goes through time. A step's input is one column of the batch's inputs, its output that step's logits:
/// sampling, search and interactive use need nothing more. run() is a faster way to the same.
class RecurrentModel : public Model, public Recurrent {
 public:
  /// Steps from … to − 1.
  struct StepRange {
    size_t from, to;
  };
  struct Passage {
    Answers answers;  ///< at its scored steps
    State state;      ///< after its last step
  };
  /// Runs a range of the batch's steps, from the state after those before it.
  virtual Passage pass(const Context& context, const Batch& batch, size_t first, StepRange steps,
                       const State& past) const = 0;

  const RecurrentModel* in_steps() const final { return this; }
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const final;
};

/// A context for the start of episodes first … first + context.batch − 1 of the batch, with what the batch tells of
/// them.
Context at_start_of(const Context& context, const Batch& batch, size_t first);

/// The probabilities of one step's logits: of each bit, of each class, or of each kind of each digit.
void probabilities(const StreamShape& target, const Real* logits, Real* to);

/// The cost of each episode in nats, summed over its scored bits and steps: 1×1 an item. first: as in run().
Var sequence_loss(const Answers& answers, const Batch& batch, size_t first);

/// What each episode's cost grows by, for each unit of ε, if its targets t are (1 − ε)·t + ε/K, K the classes of an
/// answer, 2 of a bit (Szegedy et al. 2016, "Rethinking the Inception architecture", section 7): Σ (t − 1/K)·z over
/// what is scored, z the logits. 1×1 an item; first: as in run().
Var label_smoothing(const Answers& answers, const Batch& batch, size_t first);

/// A cost, in nats an answer (a bit, or a class), that no model reaches while it still learns.
double absurd_cost(Scoring scoring);

/// What training minimises: the answers' own objective, or else their cost, sequence_loss().
Var objective_of(const Answers& answers, const Batch& batch, size_t first);

}  // namespace tapehead::inline TAPEHEAD_REAL
