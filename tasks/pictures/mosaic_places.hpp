#pragma once
// Where a mosaic's items are, and how they stand to one another.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// The upper left corner of an item, in pixels.
struct ItemPlace {
  int32_t x = 0, y = 0;
  bool operator==(const ItemPlace&) const = default;
};

/// Squares of a size, so many pixels apart in what is said of them.
struct MosaicSizes {
  uint32_t canvas, item;
  /// By how much two items differ in what decides how they stand to one another.
  int32_t margin() const { return static_cast<int32_t>(item / 4); }
};

inline constexpr size_t kMostItems = 3;
/// The smallest canvas on which so many are soon placed, in items.
inline constexpr double kLeastCanvas = 2.15;

/// Draws places that do not overlap, anew until each item and the next, sorted by x + y, differ by the margin in x + y
/// and in which of x and y they differ more. Of two neighbours in that order the first is then left of the next, or
/// above it, never the other way round.
void draw_places(const MosaicSizes& sizes, Stream& draw, std::span<ItemPlace> places);

/// Whether the first of two neighbours in their order is left of the next; else it is above.
inline bool is_left_of(ItemPlace first, ItemPlace next) { return next.x - first.x > next.y - first.y; }

}  // namespace tapehead
