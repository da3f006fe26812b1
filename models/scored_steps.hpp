#pragma once
// The steps of a batch at which answers are wanted, and the answers at them.

#include <functional>
#include <span>

#include "autodiff/tape/context.hpp"
#include "models/model.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The steps at which some episode has something scored, in order; valid as long as the tape's round.
inline std::span<const uint32_t> scored_steps(Tape& tape, const Batch& batch) {
  auto* const steps = tape.keep<uint32_t>(batch.steps());
  size_t count = 0;
  for (size_t t = 0; t < batch.steps(); ++t)
    if (batch.any_scored(t)) steps[count++] = static_cast<uint32_t>(t);
  return {steps, count};
}

/// Answers outputs(x) of those features x, size×steps.size(), at the steps that they are of; first: as in Model::run().
/// Of very many outputs training makes only those that an episode is scored by, at steps of its own
/// (Answers::apart): where episodes are asked at different steps, most of the others would be made for nothing.
Answers answers_at(const Context& context, const std::function<Var(Var features)>& outputs, Var features,
                   std::span<const uint32_t> steps, const Batch& batch, size_t first);

/// The same with outputs W·[x; 1].
Answers linear_answers(const Context& context, Parameter weights, Var features, std::span<const uint32_t> steps,
                       const Batch& batch, size_t first);

}  // namespace tapehead::inline TAPEHEAD_REAL
