#include "autodiff/optimisers/sgd.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void Sgd::move(size_t first, std::span<Real> values, std::span<const Real> gradient, const Pace& pace) {
  const Real rate = pace.rate;
  const Real mu = settings_.momentum;
  Real* __restrict step = slot(0, first);
  Real* __restrict value = values.data();
  const Real* __restrict g = gradient.data();
  for (size_t i = 0; i < values.size(); ++i) {
    step[i] = mu * step[i] + g[i];
    value[i] -= rate * step[i];
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
