#include "tasks/data/pictures/drawn_characters.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "tasks/data/pictures/drawing.hpp"

namespace tapehead {
namespace {

constexpr int64_t kFewestStrokes = 2, kMostStrokes = 3, kFewestPoints = 3, kMostPoints = 5;
constexpr size_t kLines = 6;  // line segments between two points of a stroke
constexpr double kCharacterShaken = 0.035,
                 kCharacterStretched = 0.12;                // variation of instances, as shares of the character's size
constexpr double kThinnestPen = 0.55, kThickestPen = 0.85;  // half of a stroke's width, in pixels
constexpr float kExtent = 15, kBright = 255;                // a character's size in pixels

/// Adds a smooth line through the points (Catmull & Rom 1974) with ends as straight as possible.
void add_stroke(std::span<const Point> points, Figure& figure) {
  Outline& line = figure.add();
  const auto at = [&](size_t i, int beside) {
    return points[static_cast<size_t>(
        std::clamp(static_cast<int>(i) + beside, 0, static_cast<int>(points.size()) - 1))];
  };
  for (size_t i = 0; i + 1 < points.size(); ++i)
    for (size_t part = i > 0 ? 1 : 0; part <= kLines; ++part) {
      const float t = static_cast<float>(part) / kLines;
      const Point a = at(i, -1), b = at(i, 0), c = at(i, 1), d = at(i, 2);
      const auto between = [t](float p, float q, float r, float s) {
        return 0.5f * (2 * q + t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p))));
      };
      line.add({between(a.x, b.x, c.x, d.x), between(a.y, b.y, c.y, d.y)});
    }
}

}  // namespace

void DrawnCharacters::draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
                           std::span<uint8_t> pixels) const {
  Stream of_class(kSeed, split_of(part), Purpose::kShape, number);
  Stream of_instance(derived_seed(kSeed, Purpose::kEpisode, instance), split_of(part), Purpose::kEpisode, number);
  Figure figure;
  const int64_t strokes = of_class.integer(kFewestStrokes, kMostStrokes);
  for (int64_t s = 0; s < strokes; ++s) {
    std::array<Point, kMostPoints> points;
    const auto count = static_cast<size_t>(of_class.integer(kFewestPoints, kMostPoints));
    for (size_t i = 0; i < count; ++i)  // centred at 0, half of the character's size to either side
      points[i] = {static_cast<float>(of_class.uniform(-0.5, 0.5) + kCharacterShaken * of_instance.normal()),
                   static_cast<float>(of_class.uniform(-0.5, 0.5) + kCharacterShaken * of_instance.normal())};
    add_stroke(std::span(points).first(count), figure);
  }
  const auto stretch = [&] { return kExtent * (1 + of_instance.uniform(-kCharacterStretched, kCharacterStretched)); };
  const auto wide = static_cast<float>(stretch()), high = static_cast<float>(stretch());
  const auto radius = static_cast<float>(of_instance.uniform(kThinnestPen, kThickestPen));
  const double angle = look.angle + look.quarters * std::numbers::pi / 2;
  const auto cosine = static_cast<float>(std::cos(angle)), sine = static_cast<float>(std::sin(angle));
  const float side = kCharacterSize.width;
  const Point middle{side * static_cast<float>(0.5 + look.x), side * static_cast<float>(0.5 + look.y)};
  figure.move([&](Point p) {
    const float x = wide * p.x, y = high * p.y;
    return Point{middle.x + cosine * x - sine * y, middle.y + sine * x + cosine * y};
  });
  std::fill(pixels.begin(), pixels.end(), uint8_t{0});
  stroke(figure, radius, kBright, kCharacterSize, pixels);
}

}  // namespace tapehead
