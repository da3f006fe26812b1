#pragma once
// Boxes of a picture, and the cells of a grid over it.

#include <algorithm>

#include "tasks/batch_stream.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of the area of a cell the share that lies within a box, from 0 to 1. Cells go line by line, `across` of them in each
/// of `high` lines over the whole picture.
inline double share_within(const Box& box, size_t cell, size_t across, size_t high, const Layout& picture) {
  const double width = static_cast<double>(picture.width) / static_cast<double>(across),
               height = static_cast<double>(picture.height) / static_cast<double>(high);
  const auto overlap = [](double low, double length, float from, float to) {
    return std::max(0.0, std::min(low + length, double{to}) - std::max(low, double{from})) / length;
  };
  return overlap(static_cast<double>(cell % across) * width, width, box.left, box.right) *
         overlap(static_cast<double>(cell / across) * height, height, box.top, box.bottom);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
