#pragma once
// The softmax of one column, for the op and inside fused ones.

#include "autodiff/fastmath.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of n ≥ 1 scores, exp(score − max) / Σ; both may be the same.
inline void softmax_column(const Real* scores, Real* weights, size_t n) {
  const Real top = largest(scores, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) weights[i] = fast::exp(scores[i] - top);
  const Real inverse = 1 / total<Real>(weights, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) weights[i] *= inverse;
}

/// The weights' gradient d, replaced by `factor` times that of the scores: w ∘ (d − Σ d∘w).
inline void softmax_column_back(const Real* __restrict weights, Real* __restrict d, size_t n, Real factor) {
  const Real along = dot<Real>(weights, d, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) d[i] = factor * weights[i] * (d[i] - along);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
