#pragma once
// How the gradient rules of fused cells add to existing gradients.

#include <cstddef>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

inline void add_to(Real* __restrict to, const Real* __restrict from, size_t count) {
  for (size_t k = 0; k < count; ++k) to[k] += from[k];
}

}  // namespace tapehead::inline TAPEHEAD_REAL
