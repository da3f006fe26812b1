#include "autodiff/optimisers/sgd.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void Sgd::move(std::span<Real> values, std::span<const Real> gradient, Real rate, uint64_t) {
  const Real mu = settings_.momentum;
  Real* __restrict step = slot(0);
  Real* __restrict value = values.data();
  const Real* __restrict g = gradient.data();
  for (size_t i = 0; i < values.size(); ++i) {
    step[i] = mu * step[i] + g[i];
    value[i] -= rate * step[i];
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
