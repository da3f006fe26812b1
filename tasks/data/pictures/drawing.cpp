#include "tasks/data/pictures/drawing.hpp"

#include <algorithm>

namespace tapehead {
namespace {

using Coverage = std::array<float, kMostDrawnPixels + 1>;  // shares of pixels, with one element after the last pixel

/// The pixels of a row or column that overlap an interval.
struct PixelRange {
  int first, last;
};
PixelRange pixels_between(float low, float high, uint32_t size) {
  return {std::max(0, static_cast<int>(low)), std::min(static_cast<int>(size) - 1, static_cast<int>(high))};
}

/// Raises a pixel's share to the part of it within `radius` of the line.
void stroke_line(Point from, Point to, float radius, PictureSize size, Coverage& covered) {
  const float reach = radius + 0.5f, dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
  const float share_x = length > 0 ? dx / length : 0, share_y = length > 0 ? dy / length : 0;
  const PixelRange lines = pixels_between(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach, size.height),
                   columns = pixels_between(std::min(from.x, to.x) - reach, std::max(from.x, to.x) + reach, size.width);
  for (int y = lines.first; y <= lines.last; ++y) {
    float* const line = covered.data() + static_cast<size_t>(y) * size.width;
    const float off_y = static_cast<float>(y) + 0.5f - from.y;
#pragma omp simd
    for (int x = columns.first; x <= columns.last; ++x) {  // the distance to the nearest point of the line
      const float off_x = static_cast<float>(x) + 0.5f - from.x;
      const float share = std::min(std::max(off_x * share_x + off_y * share_y, 0.0f), 1.0f);
      const float far_x = off_x - share * dx, far_y = off_y - share * dy;
      line[x] = std::max(line[x], std::min(reach - std::sqrt(far_x * far_x + far_y * far_y), 1.0f));
    }
  }
}

/// Adds what an edge covers in its row, as differences between neighbours: the pixels it crosses and all to their
/// right; the running sum is then the area. The edge crosses `height` of the row from x = `from` to `to`.
void add_edge(float from, float to, float height, float* row) {
  const float left = std::min(from, to), right = std::max(from, to);
  const int first = static_cast<int>(left), last = static_cast<int>(std::ceil(right)) - 1;
  if (last <= first) {
    const float beyond = 0.5f * (left + right) - static_cast<float>(first);
    row[first] += height * (1 - beyond);
    row[first + 1] += height * beyond;
    return;
  }
  const float slope = 1 / (right - left);  // of the height, for each pixel
  float before = 0;                        // the area of the pixels so far, for an edge of height 1
  float sum = 0;
  for (int x = first; x <= last; ++x) {
    const float begin = std::max(left, static_cast<float>(x)), end = std::min(right, static_cast<float>(x) + 1);
    const float above = (begin - left) * slope, below = (end - left) * slope;  // its height at both sides of the pixel
    const float area = 0.5f * (above + below) * (end - begin) + below * (static_cast<float>(x) + 1 - end);
    row[x] += height * (area - before);
    sum += area - before;
    before = area;
  }
  row[last + 1] += height * (1 - sum);
}

void brighten(const Coverage& covered, float grey, std::span<uint8_t> pixels) {
#pragma omp simd
  for (size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = std::max(pixels[i], static_cast<uint8_t>(grey * covered[i] + 0.5f));
}

}  // namespace

void Figure::place(PictureSize size, float extent, float margin, Stream& draw) {
  Point low = outlines[0].points()[0], high = low;
  for (const Outline& outline : all())
    for (const Point p : outline.points()) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  const float scale = extent / std::max(high.x - low.x, high.y - low.y);
  const auto anywhere = [&](float from, float to, uint32_t pixels) {
    const float room = static_cast<float>(pixels) - 2 * margin - scale * (to - from);
    return margin - scale * from + room * static_cast<float>(draw.uniform());
  };
  const float x = anywhere(low.x, high.x, size.width), y = anywhere(low.y, high.y, size.height);
  move([&](Point p) { return Point{scale * p.x + x, scale * p.y + y}; });
}

void stroke(const Figure& figure, float radius, float grey, PictureSize size, std::span<uint8_t> pixels) {
  Coverage covered;
  std::fill_n(covered.begin(), pixels.size(), 0.0f);
  for (const Outline& outline : figure.all()) {
    const auto points = outline.points();
    for (size_t i = 1; i < points.size(); ++i) stroke_line(points[i - 1], points[i], radius, size, covered);
  }
  brighten(covered, grey, pixels);
}

void fill(const Figure& figure, float grey, PictureSize size, std::span<uint8_t> pixels) {
  Coverage covered;
  std::fill_n(covered.begin(), pixels.size() + 1, 0.0f);
  for (const Outline& outline : figure.all()) {
    Point last = outline.points().back();
    for (const Point next : outline.points()) {
      const Point top = last.y < next.y ? last : next, bottom = last.y < next.y ? next : last;
      const float sign = last.y < next.y ? -1.0f : 1.0f, slope = (bottom.x - top.x) / (bottom.y - top.y);
      last = next;
      if (top.y == bottom.y) continue;
      float x = top.x;
      for (auto y = static_cast<uint32_t>(top.y); static_cast<float>(y) < bottom.y; ++y) {
        const float begin = std::max(top.y, static_cast<float>(y)), end = std::min(bottom.y, static_cast<float>(y + 1));
        const float next_x = x + slope * (end - begin);
        add_edge(x, next_x, sign * (end - begin), covered.data() + size_t{y} * size.width);
        x = next_x;
      }
    }
  }
  float sum = 0;
  for (float& share : std::span(covered).first(pixels.size())) {
    sum += share;
    share = std::min(std::abs(sum), 1.0f);
  }
  brighten(covered, grey, pixels);
}

}  // namespace tapehead
