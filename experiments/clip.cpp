#include "experiments/clip.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

double gradient_norm(std::span<const Real> gradient) {
  constexpr size_t kBlock = 1024;  // summed in Real, which is fast; blocks in double, which is exact enough
  double squares = 0;
  for (size_t first = 0; first < gradient.size(); first += kBlock) {
    const size_t count = std::min(kBlock, gradient.size() - first);
    const Real* block = gradient.data() + first;
    squares += dot(block, block, count);
  }
  return std::sqrt(squares);
}

double clip_gradient(std::span<Real> gradient, double norm, Clip clip, Real at) {
  if (clip == Clip::kNorm) {
    if (norm <= at) return 0;
    const auto factor = static_cast<Real>(at / norm);
    for (Real& g : gradient) g *= factor;
    return 1;
  }
  if (clip == Clip::kNone || norm <= at) return 0;  // no element is above the norm
  size_t cut = 0;
  for (Real& g : gradient) {
    cut += std::abs(g) > at;
    g = std::clamp(g, -at, at);
  }
  return static_cast<double>(cut) / static_cast<double>(gradient.size());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
