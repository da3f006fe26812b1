#pragma once
// Elementary functions without a branch, for plain loops that the compiler turns into vector code; with calls of
// std:: such a loop takes 7 to 35 times as long. In float they stay within 3 units in the last place over the
// whole range. Out of range they do as std:: does, and a NaN stays a NaN: the NaN trap relies on it. Right only
// without -ffast-math. In double they are the std:: functions: there precision matters and speed does not.
// Always inlined: one that is called instead, because its caller has grown, is no longer vector code.
// The polynomials are those of S. Moshier's Cephes library (expf, logf).

#include <cmath>
#include <cstdint>
#include <limits>

#include "autodiff/base/portable.hpp"

namespace tapehead::fast {
namespace detail {

[[gnu::always_inline]] inline float from_bits(int32_t bits) { return bits_as<float>(bits); }
[[gnu::always_inline]] inline int32_t to_bits(float x) { return bits_as<int32_t>(x); }

/// 2^n for n in -126..127; anything else gives any number.
[[gnu::always_inline]] inline float power_of_two(int32_t n) { return from_bits((n + 127) << 23); }

// ln 2 in two parts; the first has so few bits that its product with an exponent is exact.
constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;

/// x = n·ln 2 + r with |r| ≤ ln(2)/2, and e^r − 1.
struct Reduced {
  int32_t n;
  float expm1_r;
};
[[gnu::always_inline]] inline Reduced reduce_exp(float x) {
  constexpr float kRound = 0x1.8p23f;  // adding it leaves the nearest integer in the lowest bits
  const float shifted = x * 1.44269504088896341f + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * kLn2High) - n * kLn2Low;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  return {to_bits(shifted) - to_bits(kRound), p * (r * r) + r};
}

/// log(2^n · (1 + f)) for √½ ≤ 1 + f ≤ √2.
[[gnu::always_inline]] inline float log_reduced(float n, float f) {
  float p = 7.0376836292e-2f;
  p = p * f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  const float square = f * f;
  return f + (p * f * square + n * kLn2Low - 0.5f * square) + n * kLn2High;
}

/// numerator/d for 1 ≤ d ≤ 2, without the divider where multiply-and-add is quick: a quadratic within 1/99 of 1/d
/// (Chebyshev), a step of Newton's, and the quotient corrected by its remainder.
[[gnu::always_inline]] inline float quotient(float numerator, float d) {
#if defined(__FP_FAST_FMAF)
  float inverse = (32.0f / 99.0f * d - 144.0f / 99.0f) * d + 210.0f / 99.0f;
  inverse += inverse * (1.0f - d * inverse);
  const float q = numerator * inverse;
  return q + inverse * (numerator - d * q);
#else
  return numerator / d;
#endif
}

}  // namespace detail

/// e^x; infinite above 88.72, zero below −103.97, denormal above that where denormals are not flushed.
[[gnu::always_inline]] inline float exp(float x) {
  // Written so that a NaN passes. Beyond these bounds the result no longer changes.
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.0f ? -104.0f : x;
  const auto [n, expm1_r] = detail::reduce_exp(x);
  // In two steps, for 2^128 and 2^-150 are not floats.
  const int32_t half = n >> 1;
  return (1.0f + expm1_r) * detail::power_of_two(half) * detail::power_of_two(n - half);
}

/// Natural logarithm: −infinity at ±0, NaN below.
[[gnu::always_inline]] inline float log(float x) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const bool tiny = x < std::numeric_limits<float>::min();
  // Without the sign, which belongs to no result below: so the subtraction cannot overflow.
  const int32_t bits = detail::to_bits(std::fabs(tiny ? x * 0x1p23f : x));
  // Exponent and mantissa, cut at √½ so that 1 + f lies around 1.
  const int32_t shift = (bits - detail::to_bits(0.70710677f)) >> 23;
  const float f = detail::from_bits(bits - (shift << 23)) - 1.0f;
  const float y = detail::log_reduced(static_cast<float>(shift) - (tiny ? 23.0f : 0.0f), f);
  const float beyond = x == 0.0f ? -kInfinity : std::numeric_limits<float>::quiet_NaN();
  return x > 0.0f ? (x < kInfinity ? y : x) : beyond;
}

/// tanh(x) = e/(e + 2) with e = e^{2|x|} − 1, which keeps its precision near zero and cannot overflow once clamped.
[[gnu::always_inline]] inline float tanh(float x) {
  float twice = 2.0f * std::fabs(x);
  twice = twice > 20.0f ? 20.0f : twice;  // tanh(10) rounds to 1
  const auto [n, expm1_r] = detail::reduce_exp(twice);
  const float scale = detail::power_of_two(n);
  const float e = expm1_r * scale + (scale - 1.0f);
  return std::copysign(e / (e + 2.0f), x);
}

/// 1/(1 + e^−x).
[[gnu::always_inline]] inline float logistic(float x) {
  const float e = exp(-std::fabs(x));
  return detail::quotient(x < 0.0f ? e : 1.0f, 1.0f + e);
}

/// log(1 + e^x) as max(x, 0) + log1p(e^−|x|).
[[gnu::always_inline]] inline float softplus(float x) {
  const float e = exp(-std::fabs(x));
  const bool halve = e > 0.41421356f;  // 1 + e above √2
  const float log1p_e = detail::log_reduced(halve ? 1.0f : 0.0f, halve ? 0.5f * (e - 1.0f) : e);
  return (x > 0.0f ? x : 0.0f) + log1p_e;
}

/// 1/√x: Newton's iteration from the well-known first guess by halving the exponent.
[[gnu::always_inline]] inline float rsqrt(float x) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const bool tiny = x < std::numeric_limits<float>::min();
  const float half = 0.5f * (tiny ? x * 0x1p24f : x);
  float y = detail::from_bits(0x5f375a86 - (detail::to_bits(2.0f * half) >> 1));
  for (int step = 0; step < 3; ++step) y += y * (0.5f - half * y * y);
  const float beyond = x == 0.0f ? std::copysign(kInfinity, x) : std::numeric_limits<float>::quiet_NaN();
  return x > 0.0f ? (x < kInfinity ? (tiny ? y * 0x1p12f : y) : 0.0f) : beyond;
}

inline double exp(double x) { return std::exp(x); }
inline double log(double x) { return std::log(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double logistic(double x) {
  const double e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1.0) / (1.0 + e);
}
inline double softplus(double x) { return (x > 0 ? x : 0.0) + std::log1p(std::exp(-std::fabs(x))); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }

}  // namespace tapehead::fast
