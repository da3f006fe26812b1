#pragma once
// Answers to episodes of any length in memory that does not grow with them, where the model's own does not: what a
// stack or a Transformer keeps of every step it keeps here too.

#include <vector>

#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Runs batches stretch by stretch: a tape's round for each, the state carried from one to the next.
class Passages final {
 public:
  /// What model.run() of the whole batch answers, bit for bit, but for models that take whole sequences another way
  /// (to rounding then). Begins the context's tape, without recording, and leaves the answers on it.
  Answers run(const Context& context, const Model& model, const ParameterStore& store, const Batch& batch);

 private:
  std::vector<std::vector<Real>> logits_;  ///< of each episode, step after step
  std::vector<uint32_t> steps_;            ///< scored
};

/// Steps of so many episodes side by side that a round may have.
size_t passage_steps(const Model& model, size_t episodes, size_t outputs);

}  // namespace tapehead::inline TAPEHEAD_REAL
