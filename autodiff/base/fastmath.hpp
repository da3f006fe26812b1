#pragma once
// Branch-free elementary functions of one number or of one register of numbers (Lanes). The compiler vectorises a plain
// loop over them; the same loop with std:: functions takes 7 to 35 times as long. The Lanes versions also use AVX-512's
// exponent instructions, which a plain loop cannot. In float the error is at most 3 units in the last place over the
// whole range. Out of range they behave as std:: does, and a NaN stays a NaN, which the NaN trap relies on; this needs
// a build without -ffast-math. In double they are the std:: functions, for there precision matters and speed does not.
// They are always inlined: a call, which a grown caller would get, is not vectorised. The polynomials are from S.
// Moshier's Cephes library (expf, logf).

#include <cmath>
#include <cstdint>
#include <limits>

#include "autodiff/base/lanes.hpp"
#include "autodiff/base/portable.hpp"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace tapehead::fast {
namespace detail {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLeast = std::numeric_limits<float>::min();

/// V is float or Lanes<float>; Ints<V> has as many int32_t.
template <class V>
struct IntsOf {
  using Type = Lanes<int32_t>;
};
template <>
struct IntsOf<float> {
  using Type = int32_t;
};
template <class V>
using Ints = typename IntsOf<V>::Type;

template <class V>
[[gnu::always_inline]] inline V from_bits(Ints<V> bits) {
  return bits_as<V>(bits);
}
template <class V>
[[gnu::always_inline]] inline Ints<V> to_bits(V x) {
  return bits_as<Ints<V>>(x);
}
[[gnu::always_inline]] inline float to_float(int32_t n) { return static_cast<float>(n); }
[[gnu::always_inline]] inline Lanes<float> to_float(Lanes<int32_t> n) {
  return __builtin_convertvector(n, Lanes<float>);
}
template <class V>
[[gnu::always_inline]] inline V magnitude(V x) {
  return from_bits<V>(to_bits(x) & 0x7fffffff);
}
template <class V>
[[gnu::always_inline]] inline V with_sign_of(V x, V sign) {
  return from_bits<V>(to_bits(magnitude(x)) | (to_bits(sign) & ~0x7fffffff));
}
/// `value` in every lane.
template <class V>
[[gnu::always_inline]] inline V all(float value) {
  return value - V{};
}

/// 2^n for n in -126..127; arbitrary for any other n.
template <class V>
[[gnu::always_inline]] inline V power_of_two(Ints<V> n) {
  return from_bits<V>((n + 127) << 23);
}

// ln 2 in two parts; the first has so few bits that its product with an exponent is exact.
constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
constexpr float kLog2E = 1.44269504088896341f;

/// e^r − 1 where x = n·ln 2 + r, |r| ≤ ln(2)/2
template <class V>
[[gnu::always_inline]] inline V expm1_beyond(V x, V n) {
  const V r = (x - n * kLn2High) - n * kLn2Low;
  V p = 1.9875691500e-4f * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  return p * (r * r) + r;
}

/// x = n·ln 2 + r with |r| ≤ ln(2)/2, and e^r − 1.
template <class V>
struct Reduced {
  Ints<V> n;
  V expm1_r;
};
template <class V>
[[gnu::always_inline]] inline Reduced<V> reduce_exp(V x) {
  constexpr float kRound = 0x1.8p23f;  // adding it leaves the nearest integer in the lowest bits
  const V shifted = x * kLog2E + kRound;
  return {to_bits(shifted) - bits_as<int32_t>(kRound), expm1_beyond<V>(x, shifted - kRound)};
}

/// log(1 + f) − f for √½ ≤ 1 + f ≤ √2
template <class V>
[[gnu::always_inline]] inline V log1p_beyond(V f, V low) {
  V p = 7.0376836292e-2f * f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  const V square = f * f;
  return p * f * square + low - 0.5f * square;
}

/// log(2^n · (1 + f)) for √½ ≤ 1 + f ≤ √2.
template <class V>
[[gnu::always_inline]] inline V log_reduced(V n, V f) {
  return f + log1p_beyond<V>(f, n * kLn2Low) + n * kLn2High;
}

template <class V>
[[gnu::always_inline]] inline V exp(V x) {
  // Written so that a NaN passes through. Beyond these bounds the result does not change.
  x = x > 89.0f ? all<V>(89.0f) : x;
  x = x < -104.0f ? all<V>(-104.0f) : x;
  const auto [n, expm1_r] = reduce_exp<V>(x);
  // In two steps, since 2^128 and 2^-150 are not floats.
  const Ints<V> half = n >> 1;
  return (1.0f + expm1_r) * power_of_two<V>(half) * power_of_two<V>(n - half);
}

template <class V>
[[gnu::always_inline]] inline V log(V x) {
  const auto tiny = x < kLeast;
  // Without the sign, which no result below needs: so the subtraction cannot overflow.
  const Ints<V> bits = to_bits(magnitude<V>(tiny ? x * 0x1p23f : x));
  // Exponent and mantissa, cut at √½ so that 1 + f lies around 1.
  const Ints<V> shift = (bits - bits_as<int32_t>(0.70710677f)) >> 23;
  const V f = from_bits<V>(bits - (shift << 23)) - 1.0f;
  const V y = log_reduced<V>(to_float(shift) - (tiny ? all<V>(23.0f) : V{}), f);
  const V beyond = x == 0.0f ? all<V>(-kInfinity) : all<V>(kNan);
  return x > 0.0f ? (x < kInfinity ? y : x) : beyond;
}

template <class V>
[[gnu::always_inline]] inline V tanh(V x) {
  V twice = 2.0f * magnitude(x);
  twice = twice > 20.0f ? all<V>(20.0f) : twice;  // tanh(10) rounds to 1
  const auto [n, expm1_r] = reduce_exp<V>(twice);
  const V scale = power_of_two<V>(n);
  const V e = expm1_r * scale + (scale - 1.0f);
  return with_sign_of<V>(e / (e + 2.0f), x);
}

template <class V>
[[gnu::always_inline]] inline V rsqrt(V x) {
  const auto tiny = x < kLeast;
  const V half = 0.5f * (tiny ? x * 0x1p24f : x);
  V y = from_bits<V>(0x5f375a86 - (to_bits<V>(2.0f * half) >> 1));
  for (int step = 0; step < 3; ++step) y += y * (0.5f - half * y * y);
  const V beyond = x == 0.0f ? with_sign_of<V>(all<V>(kInfinity), x) : all<V>(kNan);
  return x > 0.0f ? (x < kInfinity ? (tiny ? y * 0x1p12f : y) : V{}) : beyond;
}

#ifdef __AVX512F__
// The masked intrinsics: GCC 12 warns that those without a mask read uninitialised values (GCC bug 105593).
constexpr __mmask16 kEvery = 0xffff;

[[gnu::always_inline]] inline Lanes<float> exp(Lanes<float> x) {
  const __m512 below = _mm512_maskz_min_ps(kEvery, _mm512_set1_ps(89.0f), x),
               within = _mm512_maskz_max_ps(kEvery, _mm512_set1_ps(-104.0f), below);
  const Lanes<float> n = _mm512_maskz_roundscale_ps(kEvery, within * kLog2E, _MM_FROUND_TO_NEAREST_INT);
  return _mm512_maskz_scalef_ps(kEvery, 1.0f + expm1_beyond<Lanes<float>>(within, n), n);
}

/// The instructions handle zero, negative numbers, infinity and NaN; their results pass through to the sum.
[[gnu::always_inline]] inline Lanes<float> log(Lanes<float> x) {
  const __m512 whole = _mm512_maskz_getmant_ps(kEvery, x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan);
  const __mmask16 above = _mm512_cmp_ps_mask(whole, _mm512_set1_ps(1.41421354f), _CMP_GT_OQ);
  const Lanes<float> mantissa = _mm512_mask_mul_ps(whole, above, whole, _mm512_set1_ps(0.5f));
  const __m512 exponent = _mm512_maskz_getexp_ps(kEvery, x);
  const Lanes<float> n = _mm512_mask_add_ps(exponent, above, exponent, _mm512_set1_ps(1.0f)), f = mantissa - 1.0f;
  return n * 0.693147182f + (f + log1p_beyond<Lanes<float>>(f, Lanes<float>{}));
}
#endif

}  // namespace detail

/// e^x; infinite above 88.72, zero below −103.97, denormal above that where denormals are not flushed.
[[gnu::always_inline]] inline float exp(float x) { return detail::exp(x); }
[[gnu::always_inline]] inline Lanes<float> exp(Lanes<float> x) { return detail::exp(x); }

/// Natural logarithm: −infinity at ±0, NaN below.
[[gnu::always_inline]] inline float log(float x) { return detail::log(x); }
[[gnu::always_inline]] inline Lanes<float> log(Lanes<float> x) { return detail::log(x); }

/// tanh(x) = e/(e + 2) with e = e^{2|x|} − 1, which keeps its precision near zero and cannot overflow once clamped.
[[gnu::always_inline]] inline float tanh(float x) { return detail::tanh(x); }
[[gnu::always_inline]] inline Lanes<float> tanh(Lanes<float> x) { return detail::tanh(x); }

/// 1/√x: Newton's iteration from the well-known first guess by halving the exponent.
[[gnu::always_inline]] inline float rsqrt(float x) { return detail::rsqrt(x); }
[[gnu::always_inline]] inline Lanes<float> rsqrt(Lanes<float> x) { return detail::rsqrt(x); }

/// 1/(1 + e^−x).
template <class V>
[[gnu::always_inline]] inline V logistic(V x) {
  const V e = exp(-detail::magnitude(x));
  return (x < 0.0f ? e : detail::all<V>(1.0f)) / (1.0f + e);
}

/// log(1 + e^x) as max(x, 0) + log1p(e^−|x|).
template <class V>
[[gnu::always_inline]] inline V softplus(V x) {
  const V e = exp(-detail::magnitude(x));
  const auto halve = e > 0.41421356f;  // 1 + e above √2
  const V one = detail::all<V>(1.0f);
  const V log1p_e = detail::log_reduced<V>(halve ? one : V{}, halve ? 0.5f * (e - 1.0f) : e);
  return (x > 0.0f ? x : V{}) + log1p_e;
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

/// `function` of each lane
template <class Function>
[[gnu::always_inline]] inline Lanes<double> of_each(Lanes<double> x, Function function) {
  for (size_t i = 0; i < LanesOf<double>::kCount; ++i) x[i] = function(x[i]);
  return x;
}
#define TAPEHEAD_OF_EACH(name)                                        \
  [[gnu::always_inline]] inline Lanes<double> name(Lanes<double> x) { \
    return of_each(x, [](double v) { return name(v); });              \
  }
TAPEHEAD_OF_EACH(exp)
TAPEHEAD_OF_EACH(log)
TAPEHEAD_OF_EACH(tanh)
TAPEHEAD_OF_EACH(logistic)
TAPEHEAD_OF_EACH(softplus)
TAPEHEAD_OF_EACH(rsqrt)
#undef TAPEHEAD_OF_EACH

}  // namespace tapehead::fast
