#pragma once
// A whole network.

#include <optional>
#include <span>

#include "autodiff/state.hpp"
#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A model's answers at the steps that are scored.
struct Answers {
  Var logits;                       ///< outputs×steps.size(); meaningless where steps is empty
  std::span<const uint32_t> steps;  ///< the batch's steps with something scored
  std::optional<Var> loss = {};     ///< in training, where it is not their cross-entropy: 1×1 an item, in nats
};

class Model {
 public:
  virtual ~Model() = default;

  /// Runs episodes first … first + context.batch − 1 of the batch.
  virtual Answers run(const Context& context, const Batch& batch, size_t first) const = 0;
};

/// The cost of each episode in nats, summed over its scored bits and steps: 1×1 an item.
/// first: as given to run().
Var sequence_loss(const Answers& answers, const Batch& batch, size_t first);

/// What is made small in training: the model's own loss, or else sequence_loss().
Var training_loss(const Answers& answers, const Batch& batch, size_t first);

}  // namespace tapehead::inline TAPEHEAD_REAL
