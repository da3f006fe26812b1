#pragma once
// Answers to episodes of any length in constant memory, where the model's own is constant: a stack or a Transformer
// still keeps every step.

#include <vector>

#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Runs batches in passages: one round of a tape each, with the state carried to the next.
class Passages final {
 public:
  /// The answers of model.run() on the whole batch, bit for bit; equal up to rounding for models that take whole
  /// sequences another way. Begins the context's tape anew without recording, and leaves the answers on it.
  Answers run(const Context& context, const Model& model, const ParameterStore& store, const Batch& batch);

 private:
  std::vector<std::vector<Real>> logits_;  ///< of each episode, step after step
  std::vector<uint32_t> steps_;            ///< scored
};

/// The steps of a round, for that many episodes side by side.
size_t passage_steps(const Model& model, size_t episodes, size_t outputs);

}  // namespace tapehead::inline TAPEHEAD_REAL
