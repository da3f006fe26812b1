#pragma once
// Numbers with a derivative, for gradients of plain loops: forward mode, one direction at a time.

#include <cmath>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

struct Dual {
  double v = 0, d = 0;
  Dual() = default;
  Dual(double value, double derivative = 0) : v(value), d(derivative) {}
};

inline Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
inline Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
inline Dual operator-(Dual a) { return {-a.v, -a.d}; }
inline Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
inline Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
inline Dual& operator+=(Dual& a, Dual b) { return a = a + b; }
inline Dual exp(Dual a) { return {std::exp(a.v), a.d * std::exp(a.v)}; }
inline Dual log(Dual a) { return {std::log(a.v), a.d / a.v}; }
inline Dual sqrt(Dual a) { return {std::sqrt(a.v), a.d / (2 * std::sqrt(a.v))}; }
inline Dual positive_part(Dual a) { return a.v > 0 ? a : Dual{}; }

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
