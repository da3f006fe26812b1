#pragma once
// Averages of the weights over training.

#include <cstdint>
#include <span>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Updates the exponential moving average of the weights (where Polyak & Juditsky 1992 take their mean) after update k,
/// `updates`: average ← d·average + (1 − d)·weights, d = min(keep, (k + 1)/(k + 10)). The ramp of d makes the starting
/// weights fade within the first updates.
void move_average(std::span<Real> average, std::span<const Real> weights, double keep, uint64_t updates);

}  // namespace tapehead::inline TAPEHEAD_REAL
