#pragma once
// What ARMT's associative memory recalls, and how much of a key is new to it (Rodkin, Kuratov, Bulatov & Burtsev 2024,
// "Associative recurrent memory transformer", section 3).

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

inline constexpr Real kLeastOfMeans = Real(1e-5);  ///< ε, as published

/// Aᵀφ/(zᵀφ + ε). sums: Aᵀφ, values×any; weights: zᵀφ, 1×as many.
inline Var mean_of(Var sums, Var weights) { return divide(sums, shift(weights, kLeastOfMeans)); }

/// γ = 1 − zᵀφ/‖φ‖², at least 0 and without a gradient. weights: zᵀφ, 1×any; keys: φ, as many columns.
inline Var share_that_is_new(Var weights, Var keys) {
  const Var known = divide(weights, shift(sum_rows(square(keys)), kLeastOfMeans));
  return stop_gradient(relu(shift(negate(known), 1)));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
