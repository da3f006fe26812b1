#include "models/seeing/window_gaze.hpp"

#include <algorithm>
#include <array>

#include "attention/windows/gaussian_window.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

// In square pixels. A narrower filter sees only one pixel; the bound also keeps divisions by the variance finite.
constexpr Real kLeastVariance = Real(1e-2);

}  // namespace

WindowGaze::WindowGaze(const Scope& scope, const PictureShape& shape, size_t side, size_t scales, size_t features)
    : shape_(shape),
      side_(side),
      scales_(scales),
      features_(features),
      window_(scope.add("window", kGaussianWindowRows, features + 1, glorot_with_bias())) {}

size_t WindowGaze::place_size() const { return kGaussianWindowRows; }

Look WindowGaze::look(const Context& context, Var picture, std::span<const Var> features, size_t) const {
  Tape& tape = context.tape;
  const Var weights = tape.parameter(window_);
  const Var told = features.empty() ? repeat(columns(weights, features_, 1), context.batch) : linear(weights, features);
  const auto pixels = [](size_t extent) { return static_cast<Real>(extent); };
  const auto on_axis = [&](size_t row, size_t extent) {
    return scale(shift(rows(told, row, 1), 1), pixels(extent) / 2);  // eq. 22
  };
  const Real widest = pixels(std::max(shape_.width, shape_.height) - 1) / pixels(std::max<size_t>(side_ - 1, 1));
  const Var x = on_axis(0, shape_.width), y = on_axis(1, shape_.height), variance = exp(rows(told, 2, 1)),
            stride = scale(exp(rows(told, 3, 1)), widest), intensity = exp(rows(told, 4, 1));  // eq. 24
  Var *const seen = tape.keep<Var>(scales_), *const shown = tape.keep<Var>(4 * scales_);
  for (size_t s = 0; s < scales_; ++s) {
    const auto factor = static_cast<Real>(size_t{1} << s);
    const std::array window{x, y, scale(stride, factor), shift(scale(variance, factor * factor), kLeastVariance),
                            intensity};
    seen[s] = gaussian_window(picture, shape_, stack(window), side_);
    if (!tape.watcher()) continue;
    shown[4 * s] = x;
    shown[4 * s + 1] = y;
    shown[4 * s + 2] = shown[4 * s + 3] = scale(window[2], pixels(side_));
  }
  return {stack({seen, scales_}), told, tape.watcher() ? stack({shown, 4 * scales_}) : told};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
