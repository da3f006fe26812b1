#include "autodiff/optimisers/adam.hpp"

#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {

void Adam::correct(Pace& pace) const {
  const auto count = static_cast<double>(pace.updates);
  pace.mean_factor = static_cast<Real>(1 / (1 - std::pow(settings_.beta1, count)));
  pace.square_factor = static_cast<Real>(1 / (1 - std::pow(settings_.beta2, count)));
}

void Adam::move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) {
  const Real rate = pace.rate, correction1 = pace.mean_factor, correction2 = pace.square_factor;
  const auto keep1 = static_cast<Real>(settings_.beta1), keep2 = static_cast<Real>(settings_.beta2);
  const Real damping = settings_.damping;
  Real* __restrict mean = slot(0, first), * __restrict square = slot(1, first);
  Real* __restrict value = values.data();
  const Real* __restrict g = gradient.data();
  for (size_t i = 0; i < values.size(); ++i) {
    mean[i] = keep1 * mean[i] + (1 - keep1) * g[i];
    square[i] = keep2 * square[i] + (1 - keep2) * g[i] * g[i];
    value[i] -= rate * correction1 * mean[i] / (std::sqrt(correction2 * square[i]) + damping);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
