#pragma once
// Quantiles of a few numbers.

#include <algorithm>
#include <cmath>
#include <vector>

namespace tapehead {

/// Linear interpolation between order statistics, as in NumPy; NaN for no values.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace tapehead
