#include "tasks/pictures/mosaic_places.hpp"

#include <algorithm>
#include <cstdlib>

namespace tapehead {
namespace {

bool overlap(ItemPlace a, ItemPlace b, uint32_t item) {
  return static_cast<uint32_t>(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y))) < item;
}

bool is_said_for_sure(std::span<const ItemPlace> sorted, int32_t margin) {
  for (size_t i = 1; i < sorted.size(); ++i) {
    const int32_t right = sorted[i].x - sorted[i - 1].x, down = sorted[i].y - sorted[i - 1].y;
    if (right + down < margin || std::abs(right - down) < margin) return false;
  }
  return true;
}

}  // namespace

void draw_places(const MosaicSizes& sizes, Stream& draw, std::span<ItemPlace> places) {
  const int64_t last = int64_t{sizes.canvas} - int64_t{sizes.item};
  const auto place_apart = [&] {
    for (size_t i = 0; i < places.size(); ++i) {
      places[i].x = static_cast<int32_t>(draw.integer(0, last));
      places[i].y = static_cast<int32_t>(draw.integer(0, last));
      for (size_t before = 0; before < i; ++before)
        if (overlap(places[before], places[i], sizes.item)) return false;
    }
    return true;
  };
  const auto by_sum = [](ItemPlace a, ItemPlace b) { return a.x + a.y < b.x + b.y; };
  do {
    while (!place_apart()) {}
    std::sort(places.begin(), places.end(), by_sum);
  } while (!is_said_for_sure(places, sizes.margin()));
}

}  // namespace tapehead
