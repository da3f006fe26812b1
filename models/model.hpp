#pragma once
// A whole network.

#include <optional>
#include <span>

#include "autodiff/state.hpp"
#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model's answers at the steps that are scored.
struct Answers {
  Var logits;                         ///< outputs×steps.size(); meaningless where steps is empty
  std::span<const uint32_t> steps;    ///< the batch's steps with something scored
  std::optional<Var> objective = {};  ///< what training makes small, where it is not their cost: 1×1 an item, in nats
};

class Model {
 public:
  virtual ~Model() = default;

  /// Runs episodes first … first + context.batch − 1 of the batch.
  virtual Answers run(const Context& context, const Batch& batch, size_t first) const = 0;

  /// Whether its answers in training have an objective of their own.
  virtual bool has_own_objective() const { return false; }
};

/// The cost of each episode in nats, summed over its scored bits and steps: 1×1 an item.
/// first: as given to run().
Var sequence_loss(const Answers& answers, const Batch& batch, size_t first);

/// A cost, in nats an answer (a bit, or a class), that no model pays which still learns.
double absurd_cost(Scoring scoring);

/// What training makes small: the answers' own objective, or else their cost, sequence_loss().
Var objective_of(const Answers& answers, const Batch& batch, size_t first);

}  // namespace tapehead::inline TAPEHEAD_REAL
