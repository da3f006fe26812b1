#include "tasks/data/pictures/picture_source.hpp"

#include <algorithm>

namespace tapehead {

PixelWindow ink_of(const Picture& picture, PictureSize size) {
  const size_t line_bytes = size_t{size.width} * size.channels;
  uint32_t left = size.width, right = 0, top = size.height, bottom = 0;
  for (uint32_t y = 0; y < size.height; ++y) {
    const auto line = picture.pixels.subspan(y * line_bytes, line_bytes);
    const auto is_ink = [](uint8_t byte) { return byte >= kInk; };
    const auto first = std::find_if(line.begin(), line.end(), is_ink);
    if (first == line.end()) continue;
    const auto last = std::find_if(line.rbegin(), line.rend(), is_ink).base() - 1;
    left = std::min(left, static_cast<uint32_t>(first - line.begin()) / size.channels);
    right = std::max(right, static_cast<uint32_t>(last - line.begin()) / size.channels + 1);
    top = std::min(top, y);
    bottom = y + 1;
  }
  if (bottom == 0) return {0, 0, size.width, size.height};
  return {left, top, right - left, bottom - top};
}

}  // namespace tapehead
