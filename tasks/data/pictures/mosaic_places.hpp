#pragma once
// Where a mosaic's items are, and how they stand to one another.

#include <cstddef>
#include <cstdint>
#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

struct MosaicItem {
  Picture picture;
  PixelWindow ink;        ///< of the picture
  uint32_t x = 0, y = 0;  ///< of the picture's corner on the canvas

  /// The middle of its ink on the canvas, in halves of a pixel.
  int32_t middle_x() const { return static_cast<int32_t>(2 * (x + ink.x) + ink.width); }
  int32_t middle_y() const { return static_cast<int32_t>(2 * (y + ink.y) + ink.height); }
};

struct MosaicSizes {
  uint32_t canvas, item;  ///< pixels of their sides
  /// By how much two items differ, at least, in what decides how they stand to one another: a quarter of their size, in
  /// halves of a pixel.
  int32_t margin() const { return static_cast<int32_t>(item / 2); }
};

inline constexpr size_t kMostItems = 3;
/// The smallest canvas on which so many are soon placed, in items.
inline constexpr double kLeastCanvas = 2.15;

/// Puts items where they do not overlap, and sorts them by x + y of their middles; draws anew until each and the next
/// differ by the margin in x + y, and in which of x and y they differ more. The first of two neighbours is then left of
/// the next, or above it, never the other way round.
void draw_places(const MosaicSizes& sizes, Stream& draw, std::span<MosaicItem> items);

/// Whether the first of two neighbours is left of the next; else it is above.
inline bool is_left_of(const MosaicItem& first, const MosaicItem& next) {
  return next.middle_x() - first.middle_x() > next.middle_y() - first.middle_y();
}

}  // namespace tapehead
