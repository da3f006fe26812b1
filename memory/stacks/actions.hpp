#pragma once
// How strongly lists push and pop.

#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The sigmoid of the actions' controls. Outside of training, where `hard`, it is as steep as a step: an action with a
/// control above 0 is 1, else 0. An action of 0.99 leaves a hundredth of an entry, and thousands of steps add them up;
/// whole ones leave nothing. In training they have degrees, by which they are learned.
inline Var action_strengths(const Context& context, Var controls, bool hard) {
  constexpr Real kSteep = 1e6;  // all but controls within 0.0001 of 0 give 0 or 1
  return sigmoid(hard && !context.training() ? scale(controls, kSteep) : controls);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
