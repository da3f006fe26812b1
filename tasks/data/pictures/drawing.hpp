#pragma once
// Antialiased drawing of lines and filled outlines in grey.

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "autodiff/base/random.hpp"
#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// x to the right, y down.
struct Point {
  float x = 0, y = 0;
};

/// A sequence of points in fixed memory.
class Outline final {
 public:
  static constexpr size_t kMost = 64;

  void add(Point point) { points_[count_++] = point; }
  /// An arc of an ellipse between two angles in degrees; 0 is right, 90 is down. Made of `steps` lines.
  void add_arc(Point middle, float rx, float ry, float from, float to, size_t steps) {
    constexpr float kRadians = 3.14159265f / 180;
    for (size_t i = 0; i <= steps; ++i) {
      const float angle = kRadians * (from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
      add({middle.x + rx * std::cos(angle), middle.y + ry * std::sin(angle)});
    }
  }
  std::span<Point> points() { return {points_.data(), count_}; }
  std::span<const Point> points() const { return {points_.data(), count_}; }

 private:
  std::array<Point, kMost> points_{};
  size_t count_ = 0;
};

/// Up to three outlines: the strokes of a digit, or the boundaries of a shape.
struct Figure {
  std::array<Outline, 3> outlines;
  size_t count = 0;

  Outline& add() { return outlines[count++]; }
  std::span<Outline> all() { return {outlines.data(), count}; }
  std::span<const Outline> all() const { return {outlines.data(), count}; }

  /// Maps every point: `change(Point) → Point`.
  template <class Change>
  void move(Change change) {
    for (Outline& outline : all())
      for (Point& point : outline.points()) point = change(point);
  }
  /// Scales it to `extent` pixels in its longer direction and places it anywhere in the picture, at least `margin`
  /// pixels from the edges.
  void place(PictureSize size, float extent, float margin, Stream& draw);
};

/// Draws each outline as a line with round ends, `radius` pixels to either side.
void stroke(const Figure& figure, float radius, float grey, PictureSize size, std::span<uint8_t> pixels);

/// Fills the inside of the outlines; a hole is an outline of the opposite orientation. All of it must lie within the
/// picture.
void fill(const Figure& figure, float grey, PictureSize size, std::span<uint8_t> pixels);

/// The largest drawn picture, in pixels; it has one channel.
inline constexpr size_t kMostDrawnPixels = 1024;

}  // namespace tapehead
