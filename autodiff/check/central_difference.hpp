#pragma once
// What the gradient checks of ops and of parameters have in common.

#include <cmath>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// Differences at ±h and ±2h have an error of order h⁴ = 1e-12; the rounding error, 1e-16/h, is smaller than that.
inline constexpr double kDifferenceStep = 1e-3;

/// df/dx at x₀, where `at(step)` is f(x₀ + step).
template <class Function>
double central_difference(Function at, double h) {
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

inline double norm(std::span<const double> x) {
  double total = 0;
  for (const double v : x) total += v * v;
  return std::sqrt(total);
}

/// The sum over the items of a 1×1 value.
inline double sum_of_items(Var x) {
  const auto value = x.tape->value(x);
  double total = 0;
  for (size_t b = 0; b < value.batch; ++b) total += static_cast<double>(*value.item(b));
  return total;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
