#include "models/seeing/retina_gaze.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "autodiff/ops/chance.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The features without a gradient.
std::span<const Var> stopped(Tape& tape, std::span<const Var> features) {
  Var* const values = tape.keep<Var>(features.size());
  std::transform(features.begin(), features.end(), values, stop_gradient);
  return {values, features.size()};
}

/// The middle of cell `number` of a grid of `cells` cells, line by line: x and y, from −1 to 1.
std::array<Real, 2> grid_cell(size_t number, size_t cells) {
  const auto across = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(cells))));
  const size_t high = (cells + across - 1) / across;
  const auto middle = [](size_t cell, size_t of) {
    return static_cast<Real>(2 * cell + 1) / static_cast<Real>(of) - 1;
  };
  return {middle(number % across, across), middle(number / across, high)};
}

/// A column for each glimpse with a learned place: tanh maps it to a grid cell's middle.
Initializer grid_cells() {
  return [](Stream&, MatrixView biases) {
    for (size_t n = 0; n < biases.cols; ++n) {
      const auto cell = grid_cell(n, biases.cols);
      for (size_t r = 0; r < cell.size(); ++r) biases(r, n) = std::atanh(cell[r]);
    }
  };
}

/// A place clamped to the picture, −1 to 1; clamping has no gradient.
Var on_picture(Var place) {
  Tape& tape = *place.tape;
  const Var inside = tape.make(place.rows, place.cols, place.batch());
  const auto from = tape.value(place), to = tape.value(inside);
  const auto fill = tape.fill(inside);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t r = 0; r < to.rows; ++r) fill.item(b)[r] = std::clamp(from.item(b)[r], Real(-1), Real(1));
  return inside;
}

/// The retina's windows at a place, aligned to pixels, one below the other.
Var windows_at(Var place, const PictureShape& shape, size_t side, size_t scales) {
  Tape& tape = *place.tape;
  const Var windows = tape.make(4 * scales, 1, place.batch());
  const auto at = tape.value(place);
  for (size_t b = 0; b < at.batch; ++b)
    for (size_t s = 0; s < scales; ++s) {
      Real* const to = tape.fill(windows).item(b) + 4 * s;
      const size_t span = side << s;
      const Real half = static_cast<Real>(span) / 2;
      to[0] = static_cast<Real>(first_pixel(at.item(b)[0], shape.width, span)) + half;
      to[1] = static_cast<Real>(first_pixel(at.item(b)[1], shape.height, span)) + half;
      to[2] = to[3] = static_cast<Real>(span);
    }
  return windows;
}

}  // namespace

RetinaGaze::RetinaGaze(const Scope& scope, const PictureShape& shape, const RetinaGazeSettings& settings,
                       size_t features)
    : shape_(shape), settings_(settings) {
  if (!learns_by_reward()) return;
  location_ = scope.add("location", 2, features + 1, glorot_with_bias());
  const size_t learned = std::max<size_t>(settings.looks, 2) - 1;  // the first place is not learned
  if (settings.from_grid) places_ = scope.add("places", 2, learned, grid_cells());
}

size_t RetinaGaze::seen_size() const { return settings_.scales * settings_.side * settings_.side * shape_.channels; }

Var RetinaGaze::unlearned_place(const Context& context, size_t number) const {
  Tape& tape = context.tape;
  const Var place = tape.make(2, 1, context.batch);
  for (size_t b = 0; b < context.batch; ++b) {
    Real* const to = tape.fill(place).item(b);
    if (settings_.policy == GazePolicy::kFixed) {
      const auto cell = grid_cell(number, settings_.looks);
      std::copy(cell.begin(), cell.end(), to);
    } else if (number == 0 && settings_.from_centre) {
      to[0] = to[1] = 0;
    } else {
      for (size_t r = 0; r < 2; ++r) to[r] = static_cast<Real>(context.noise.of(b).uniform(-1, 1));
    }
  }
  return place;
}

Look RetinaGaze::look(const Context& context, Var picture, std::span<const Var> features, size_t number) const {
  Tape& tape = context.tape;
  const auto at = [&](Var place, std::optional<Var> log_density) {
    return Look{retina(picture, shape_, place, settings_.side, settings_.scales), place,
                tape.watcher() ? windows_at(place, shape_, settings_.side, settings_.scales) : place, log_density};
  };
  if (features.empty() || !learns_by_reward()) return at(unlearned_place(context, number), {});
  Var towards = linear(tape.parameter(location_), settings_.moves_core ? features : stopped(tape, features));
  if (settings_.gain != 1) towards = scale(towards, settings_.gain);
  if (settings_.from_grid) towards = add(towards, columns(tape.parameter(places_), number - 1, 1));
  const Var mean = tanh(towards);
  watch("mean", mean, View{"x, y", "", -1, 1}.called("Mean of the next place"));
  if (!context.training() && settings_.mean_in_scoring) return at(stop_gradient(mean), {});
  const Var drawn = draw_normal(context, mean, settings_.deviation);
  return at(on_picture(drawn), normal_log_density(mean, settings_.deviation, drawn));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
