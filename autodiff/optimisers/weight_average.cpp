#include "autodiff/optimisers/weight_average.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

void move_average(std::span<Real> average, std::span<const Real> weights, double keep, uint64_t updates) {
  const auto k = static_cast<double>(updates);
  const auto kept = static_cast<Real>(std::min(keep, (k + 1) / (k + 10)));
  Real* __restrict to = average.data();
  const Real* __restrict from = weights.data();
  for (size_t i = 0; i < average.size(); ++i) to[i] += (1 - kept) * (from[i] - to[i]);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
