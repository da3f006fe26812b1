#include "autodiff/optimisers/rms_prop.hpp"

#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

void GravesRmsProp::move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) {
  const Real rate = pace.rate;
  const Real mu = settings_.momentum, forget = 1 - settings_.keep, damping = settings_.damping;
  Real* __restrict square = slot(0, first), * __restrict mean = slot(1, first), * __restrict step = slot(2, first);
  Real* __restrict value = values.data();
  const Real* __restrict g = gradient.data();
  for (size_t i = 0; i < values.size(); ++i) {
    square[i] += forget * (g[i] * g[i] - square[i]);
    mean[i] += forget * (g[i] - mean[i]);
    const Real variance = square[i] - mean[i] * mean[i];  // rounding may make it negative
    // The loop is bound by memory, not by root and division: an approximate 1/√ is slower here.
    step[i] = mu * step[i] - rate * g[i] / std::sqrt((variance > 0 ? variance : 0) + damping);
    value[i] += step[i];
  }
}

void RmsProp::move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) {
  const Real rate = pace.rate;
  const Real mu = settings_.momentum, keep = settings_.keep, damping = settings_.damping;
  Real* __restrict square = slot(0, first), * __restrict step = slot(1, first);
  Real* __restrict value = values.data();
  const Real* __restrict g = gradient.data();
  for (size_t i = 0; i < values.size(); ++i) {
    square[i] = keep * square[i] + (1 - keep) * g[i] * g[i];
    step[i] = mu * step[i] + g[i] / (std::sqrt(square[i]) + damping);
    value[i] -= rate * step[i];
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
