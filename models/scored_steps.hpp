#pragma once
// The steps of a batch at which answers are wanted.

#include <span>

#include "autodiff/tape/tape.hpp"
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

}  // namespace tapehead::inline TAPEHEAD_REAL
