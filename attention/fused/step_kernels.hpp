#pragma once
// Shared by the fused ops over time: sums of scaled columns, and gradients to add to.

#include <algorithm>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// y += factor·x
inline void add_scaled(Real factor, const Real* __restrict x, Real* __restrict y, size_t n) {
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

inline void set_to_zero(const Gradient& d) {
  for (size_t b = 0; b < d.batch; ++b)
    for (size_t c = 0; c < d.cols; ++c) std::fill_n(d.column(b, c), d.rows, Real{0});
}

/// x's gradient, zeroed where fresh, to add to.
inline Gradient touch_to_add(Tape& tape, Var x) {
  const Gradient d = tape.touch(x);
  if (d.fresh) set_to_zero(d);
  return d;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
