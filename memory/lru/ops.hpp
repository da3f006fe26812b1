#pragma once
// The ops of least-recently-used access to a matrix memory (Santoro et al. 2016, section 3.1).

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The `count` slots of least usage, one-hot, one in each column (eq. 6); of equals the lowest. usage: slots×1; →
/// slots×count. The choice is a constant in the gradient, and a gradient check freezes it.
Var least_used(Var usage, size_t count);

/// M′ = M∘(1 − c) + Σ_h w_h·v_hᵀ: clears slots, then adds vectors (eq. 8). memory: slots×width; cleared: slots×1, a
/// constant in the gradient; weights: slots×heads; vectors: width×heads; → slots×width.
Var clear_and_add(Var memory, Var cleared, Var weights, Var vectors);

}  // namespace tapehead::inline TAPEHEAD_REAL
