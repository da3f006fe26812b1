#include "tasks/data/pictures/drawn_pictures.hpp"

#include <algorithm>
#include <numbers>

namespace tapehead {
namespace {

constexpr float kTurned = 0.26f, kSlanted = 0.3f, kStretched = 0.2f, kBent = 0.07f;  // maxima; the first in radians
constexpr double kLargest = 25;                                                      // pixels
constexpr double kThinnest = 0.7, kThickest = 1.9;                                   // half a stroke's width, in pixels
constexpr double kDimmest = 130, kBrightest = 255;
constexpr float kMargin = 1;  // pixels from the edge to a shape, or to the middle of the thinnest stroke

/// Turns, slants, stretches and bends a figure of about unit size.
void distort(Figure& figure, Stream& draw) {
  const auto within = [&](float most) { return static_cast<float>(draw.uniform(-most, most)); };
  const float angle = within(kTurned), slant = within(kSlanted), stretch = 1 + within(kStretched);
  const float cosine = std::cos(angle), sine = std::sin(angle);
  const float bend_x = within(kBent), bend_y = within(kBent);
  const float phase_x = within(std::numbers::pi_v<float>), phase_y = within(std::numbers::pi_v<float>);
  figure.move([&](Point p) {
    const Point bent{p.x + bend_x * std::sin(5 * p.y + phase_x), p.y + bend_y * std::sin(5 * p.x + phase_y)};
    const Point slanted{stretch * bent.x - slant * bent.y, bent.y};
    return Point{cosine * slanted.x - sine * slanted.y, sine * slanted.x + cosine * slanted.y};
  });
}

}  // namespace

Picture DrawnPictures::picture(Part part, uint64_t number, std::span<uint8_t> room) const {
  Stream draw(figures_.seed, split_of(part), Purpose::kEpisode, number);
  const auto label = static_cast<uint32_t>(draw.integer(0, static_cast<int64_t>(figures_.names.size()) - 1));
  Figure figure = figures_.figure(label, draw);
  distort(figure, draw);
  const auto between = [&](double low, double high) { return static_cast<float>(draw.uniform(low, high)); };
  const float radius = figures_.filled ? 0 : between(kThinnest, kThickest), grey = between(kDimmest, kBrightest);
  figure.place(kSize, between(figures_.smallest, kLargest) - 2 * radius, kMargin + radius, draw);
  std::fill(room.begin(), room.end(), uint8_t{0});
  if (figures_.filled)
    fill(figure, grey, kSize, room);
  else
    stroke(figure, radius, grey, kSize, room);
  return {room, label};
}

}  // namespace tapehead
