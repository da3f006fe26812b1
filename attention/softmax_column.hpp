#pragma once
// The softmax inside fused ops.

#include "autodiff/fastmath.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// n ≥ 1 scores, replaced by exp(score − max) / Σ.
inline void softmax_column(Real* scores, size_t n) {
  const Real top = largest(scores, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) scores[i] = fast::exp(scores[i] - top);
  const Real inverse = 1 / total<Real>(scores, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) scores[i] *= inverse;
}

/// The weights' gradient d, replaced by `factor` times that of the scores: w ∘ (d − Σ d∘w).
inline void softmax_column_back(const Real* __restrict weights, Real* __restrict d, size_t n, Real factor) {
  const Real along = dot<Real>(weights, d, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) d[i] = factor * weights[i] * (d[i] - along);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
