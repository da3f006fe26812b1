#pragma once
// Rank correlation: whether two lists rank the same entries highest.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The rank of each number, from 0; equal numbers share the mean of their ranks.
inline std::vector<double> ranks(std::span<const Real> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t from = 0, to = 0; from < order.size(); from = to) {
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    for (size_t i = from; i < to; ++i) ranks[order[i]] = static_cast<double>(from + to - 1) / 2;
  }
  return ranks;
}

/// Spearman's ρ: the correlation of ranks, from −1 to 1; NaN where all entries of a list are equal.
inline double rank_correlation(std::span<const Real> one, std::span<const Real> other) {
  const std::vector<double> a = ranks(one), b = ranks(other);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double both = 0, of_a = 0, of_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    of_a += (a[i] - mean) * (a[i] - mean);
    of_b += (b[i] - mean) * (b[i] - mean);
  }
  return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tapehead::inline TAPEHEAD_REAL
