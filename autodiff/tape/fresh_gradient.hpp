#pragma once
// Gradients that are added to in more than one place.

#include <algorithm>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Zeros where nothing has been added yet, for a backward function that only adds; nothing where nobody wants it.
inline void clear_if_fresh(const Gradient& g) {
  for (size_t b = 0; g.data && g.fresh && b < g.batch; ++b)
    for (size_t c = 0; c < g.cols; ++c) std::fill_n(g.column(b, c), g.rows, Real{0});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
