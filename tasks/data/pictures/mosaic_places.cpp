#include "tasks/data/pictures/mosaic_places.hpp"

#include <algorithm>
#include <cstdlib>

namespace tapehead {
namespace {

bool overlap(const MosaicItem& a, const MosaicItem& b, uint32_t item) {
  const auto apart = [](uint32_t one, uint32_t other) { return std::max(one, other) - std::min(one, other); };
  return std::max(apart(a.x, b.x), apart(a.y, b.y)) < item;
}

bool is_said_for_sure(std::span<const MosaicItem> sorted, int32_t margin) {
  for (size_t i = 1; i < sorted.size(); ++i) {
    const int32_t right = sorted[i].middle_x() - sorted[i - 1].middle_x(),
                  down = sorted[i].middle_y() - sorted[i - 1].middle_y();
    if (right + down < margin || std::abs(right - down) < margin) return false;
  }
  return true;
}

}  // namespace

void draw_places(const MosaicSizes& sizes, Stream& draw, std::span<MosaicItem> items) {
  const int64_t last = int64_t{sizes.canvas} - int64_t{sizes.item};
  const auto place_apart = [&] {
    for (size_t i = 0; i < items.size(); ++i) {
      items[i].x = static_cast<uint32_t>(draw.integer(0, last));
      items[i].y = static_cast<uint32_t>(draw.integer(0, last));
      for (size_t before = 0; before < i; ++before)
        if (overlap(items[before], items[i], sizes.item)) return false;
    }
    return true;
  };
  const auto by_sum = [](const MosaicItem& a, const MosaicItem& b) {
    return a.middle_x() + a.middle_y() < b.middle_x() + b.middle_y();
  };
  do {
    while (!place_apart()) {}
    std::sort(items.begin(), items.end(), by_sum);
  } while (!is_said_for_sure(items, sizes.margin()));
}

}  // namespace tapehead
