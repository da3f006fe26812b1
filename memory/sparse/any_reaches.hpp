#pragma once
// Comparing scores of rows side by side. A header of its own: what depends on a register's width is in no header that
// other programs include (docs/library.md).

#include "autodiff/base/lanes.hpp"
#include "memory/sparse/small_rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whether any of kAbreast numbers is at least `least`.
inline bool any_reaches(const Real* numbers, Real least) {
  auto below = Lanes<Real>{} == Lanes<Real>{};
  in_lanes<Real>(kAbreast, [&](auto at) {
    if constexpr (sizeof(at(numbers)) == kVectorBytes) below &= at(numbers) < least;
  });
  return lanes_added(below) + static_cast<int>(LanesOf<Real>::kCount) != 0;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
