#pragma once
// The places of a mosaic's items and the relations between them.

#include <cstddef>
#include <cstdint>
#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

struct MosaicItem {
  Picture picture;
  PixelWindow ink;        ///< within the picture
  uint32_t x = 0, y = 0;  ///< the picture's corner on the canvas

  /// The middle of its ink on the canvas, in half pixels.
  int32_t middle_x() const { return static_cast<int32_t>(2 * (x + ink.x) + ink.width); }
  int32_t middle_y() const { return static_cast<int32_t>(2 * (y + ink.y) + ink.height); }
};

struct MosaicSizes {
  uint32_t canvas, item;  ///< sides in pixels
  /// The least difference of two items in what decides on their relation: a quarter of their size, in half pixels.
  int32_t margin() const { return static_cast<int32_t>(item / 2); }
};

inline constexpr size_t kMostItems = 3;
/// The smallest canvas, in items, on which the items can be placed within a few draws.
inline constexpr double kLeastCanvas = 2.15;

/// Places items without overlap and sorts them by x + y of their middles; draws again until neighbours in this order
/// differ by the margin in x + y, and in which of x and y they differ more. The first of two neighbours is then left of
/// the second or above it, never the reverse.
void draw_places(const MosaicSizes& sizes, Stream& draw, std::span<MosaicItem> items);

/// Whether the first of two neighbours is left of the second; otherwise it is above.
inline bool is_left_of(const MosaicItem& first, const MosaicItem& next) {
  return next.middle_x() - first.middle_x() > next.middle_y() - first.middle_y();
}

}  // namespace tapehead
