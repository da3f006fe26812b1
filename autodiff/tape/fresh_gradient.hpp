#pragma once
// Gradients that several places add to.

#include <algorithm>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Zeroes a gradient that nothing was added to yet, for a backward function that only adds; does nothing where no
/// gradient is wanted.
inline void clear_if_fresh(const Gradient& g) {
  for (size_t b = 0; g.data && g.fresh && b < g.batch; ++b)
    for (size_t c = 0; c < g.cols; ++c) std::fill_n(g.column(b, c), g.rows, Real{0});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
