#include "experiments/clip.hpp"

#include <algorithm>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

double gradient_norm(std::span<const Real> gradient) {
  constexpr size_t kBlock = 4096;   // summed in Real, which is fast; blocks in double, which is exact enough
  double total = 0;
  for (size_t first = 0; first < gradient.size(); first += kBlock) {
    const size_t count = std::min(kBlock, gradient.size() - first);
    const Real* __restrict g = gradient.data() + first;
    Real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < count; ++i) sum += g[i] * g[i];
    total += sum;
  }
  return std::sqrt(total);
}

double clip_gradient(std::span<Real> gradient, double norm, Clip clip, Real at) {
  if (clip == Clip::kNorm) {
    if (norm <= at) return 0;
    const auto factor = static_cast<Real>(at / norm);
    for (Real& g : gradient) g *= factor;
    return 1;
  }
  if (clip == Clip::kNone || norm <= at) return 0;   // no element is above the norm
  size_t cut = 0;
  for (Real& g : gradient) {
    cut += std::abs(g) > at;
    g = std::clamp(g, -at, at);
  }
  return static_cast<double>(cut) / static_cast<double>(gradient.size());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
