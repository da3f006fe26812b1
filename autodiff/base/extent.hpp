#pragma once
// Parts of a flat vector.

#include <algorithm>
#include <cstddef>
#include <span>

namespace tapehead {

/// Elements first … end − 1.
struct Extent {
  size_t first, end;
  size_t size() const { return end - first; }
};

/// Calls body(extent) for what of those extents lies within `bounds`; they are in order, and apart.
template <class Body>
void each_within(std::span<const Extent> extents, Extent bounds, Body body) {
  const auto ends_before = [](const Extent& e, size_t first) { return e.end <= first; };
  for (auto e = std::lower_bound(extents.begin(), extents.end(), bounds.first, ends_before);
       e != extents.end() && e->first < bounds.end; ++e)
    body(Extent{std::max(e->first, bounds.first), std::min(e->end, bounds.end)});
}

}  // namespace tapehead
