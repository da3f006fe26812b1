#pragma once
// The softmax of one column, for the op and for fused ops.

#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/base/real.hpp"
#include "autodiff/tape/op_work.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Σ exp(score − top) over n scores. The remainder is taken in a register that overlaps the one before, which is faster
/// than a scalar loop.
inline Real exponentials_added(const Real* scores, Real top, size_t n) {
  constexpr size_t kLanes = LanesOf<Real>::kCount;
  Real sum = 0;
  if (n < kLanes) {
    for (size_t i = 0; i < n; ++i) sum += fast::exp(scores[i] - top);
    return sum;
  }
  Lanes<Real> sums{};
  for (size_t i = 0; i < n; i += kLanes) {
    const size_t first = std::min(i, n - kLanes);
    sums += lanes_from<Real>(i - first, fast::exp(At<Lanes<Real>, Real>{first}(scores)-top));
  }
  return lanes_added(sums);
}

// For each of the n numbers of softmax_column() and softmax_column_back().
inline constexpr Work kSoftmaxWork{4, 1}, kSoftmaxBackWork{5};

/// exp(score − max) / Σ of n ≥ 1 scores; `scores` and `weights` may be the same.
inline void softmax_column(const Real* scores, Real* weights, size_t n) {
  const Real top = largest(scores, n);
  Sum<Real> sum;
  in_lanes<Real>(n, [&](auto at) {
    const auto power = fast::exp(at(scores) - top);
    at.put(weights, power);
    sum.add(power);
  });
  const Real inverse = 1 / sum.total();
  in_lanes<Real>(n, [&](auto at) { at.put(weights, at(weights) * inverse); });
}

/// Replaces the weights' gradient d by `factor` times the scores' gradient: w ∘ (d − Σ d∘w).
inline void softmax_column_back(const Real* __restrict weights, Real* __restrict d, size_t n, Real factor) {
  const Real along = dot<Real>(weights, d, n);
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) d[i] = factor * weights[i] * (d[i] - along);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
