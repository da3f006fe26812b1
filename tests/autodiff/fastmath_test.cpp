#include "autodiff/base/fastmath.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/lanes.hpp"

namespace tapehead {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// For a number or a whole register.
constexpr auto kExp = [](auto x) { return fast::exp(x); };
constexpr auto kLog = [](auto x) { return fast::log(x); };
constexpr auto kTanh = [](auto x) { return fast::tanh(x); };
constexpr auto kLogistic = [](auto x) { return fast::logistic(x); };
constexpr auto kSoftplus = [](auto x) { return fast::softplus(x); };
constexpr auto kRsqrt = [](auto x) { return fast::rsqrt(x); };

/// The error in units of the last place of the float nearest to `exact`.
double ulps(float got, double exact) {
  const float nearest = static_cast<float>(exact);
  if (std::isinf(nearest) || std::isinf(got)) return got == nearest ? 0 : kInfinity;
  const float size = std::fabs(nearest);
  const double unit = static_cast<double>(std::nextafter(size, kInfinity)) - static_cast<double>(size);
  return std::fabs(static_cast<double>(got) - exact) / (std::isinf(unit) ? 0x1p104 : unit);
}

struct Worst {
  double ulps = 0;
  float at = 0;
};

/// Every 997th float, of both signs, normal and denormal, in a plain loop or a register at a time. The result must be
/// NaN exactly where it is due.
template <class Fast, class Exact>
Worst worst(bool lanes, Fast fast, Exact exact) {
  constexpr size_t kBlock = 4096;
  std::vector<float> x(kBlock), y(kBlock);
  Worst found;
  for (uint64_t start = 0; start < uint64_t{1} << 32; start += 997 * kBlock) {
    for (size_t i = 0; i < kBlock; ++i) x[i] = std::bit_cast<float>(static_cast<uint32_t>(start + 997 * i));
    if (lanes)
      in_lanes<float>(kBlock, [&](auto at) { at.put(y.data(), fast(at(x.data()))); });
    else
      for (size_t i = 0; i < kBlock; ++i) y[i] = fast(x[i]);  // vector code is what is tested
    for (size_t i = 0; i < kBlock; ++i) {
      const double right = exact(static_cast<double>(x[i]));
      const double error = std::isnan(right) || std::isnan(y[i])
                               ? (std::isnan(right) && std::isnan(y[i]) ? 0 : kInfinity)
                               : ulps(y[i], right);
      if (error > found.ulps) found = {error, x[i]};
    }
  }
  return found;
}

double exact_logistic(double x) { return 1 / (1 + std::exp(-x)); }
double exact_softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

void check(const char* name, Worst found, double allowed) {
  INFO(name << ": " << found.ulps << " ulp at " << found.at);
  CHECK(found.ulps <= allowed);
}

/// `function` of x as a number; every lane of a whole register must agree.
template <class Function>
float both_ways(Function function, float x) {
  const float alone = function(x);
  const Lanes<float> beside = function(x - Lanes<float>{});
  for (size_t i = 0; i < LanesOf<float>::kCount; ++i) {
    INFO("of " << x << ": " << alone << " alone, " << beside[i] << " in lane " << i);
    CHECK(((std::isnan(alone) && std::isnan(beside[i])) ||
           (alone == beside[i] && std::signbit(alone) == std::signbit(beside[i]))));
  }
  return alone;
}

}  // namespace

TEST_CASE("fast functions are right to the last places over all floats") {
  for (const bool lanes : {false, true}) {
    INFO((lanes ? "lanes" : "one by one"));
    const auto check_in = [&](const char* name, auto fast, auto exact, double allowed) {
      check(name, worst(lanes, fast, exact), allowed);
    };
    check_in(
        "exp", kExp, [](double x) { return std::exp(x); }, 2.5);
    check_in(
        "log", kLog, [](double x) { return std::log(x); }, 2.5);
    check_in(
        "tanh", kTanh, [](double x) { return std::tanh(x); }, 2.5);
    check_in("logistic", kLogistic, exact_logistic, 3);
    check_in("softplus", kSoftplus, exact_softplus, 2.5);
    check_in(
        "rsqrt", kRsqrt, [](double x) { return 1 / std::sqrt(x); }, 2.5);
  }
}

TEST_CASE("fast functions at the ends of their range") {
  CHECK(both_ways(kExp, 0.0f) == 1.0f);
  CHECK(both_ways(kExp, 89.0f) == kInfinity);
  CHECK(both_ways(kExp, kInfinity) == kInfinity);
  CHECK(both_ways(kExp, -kInfinity) == 0.0f);
  CHECK(both_ways(kLog, 1.0f) == 0.0f);
  CHECK(both_ways(kLog, 0.0f) == -kInfinity);
  CHECK(both_ways(kLog, -0.0f) == -kInfinity);
  CHECK(both_ways(kLog, kInfinity) == kInfinity);
  CHECK(std::isnan(both_ways(kLog, -1.0f)));
  CHECK(std::isnan(both_ways(kLog, -kInfinity)));
  CHECK(both_ways(kTanh, 44.0f) == 1.0f);  // beyond it 2/(1 + e^-2x) - 1 has turned to NaN in compilers' fast modes
  CHECK(both_ways(kTanh, kInfinity) == 1.0f);
  CHECK(both_ways(kTanh, -kInfinity) == -1.0f);
  CHECK(std::signbit(both_ways(kTanh, -0.0f)));
  CHECK(both_ways(kTanh, 1e-30f) == 1e-30f);
  CHECK(both_ways(kLogistic, kInfinity) == 1.0f);
  CHECK(both_ways(kLogistic, -kInfinity) == 0.0f);
  CHECK(both_ways(kSoftplus, 1000.0f) == 1000.0f);
  CHECK(both_ways(kSoftplus, kInfinity) == kInfinity);
  CHECK(both_ways(kSoftplus, -kInfinity) == 0.0f);
}

TEST_CASE("fast functions pass a NaN on, of either sign") {
  for (const float nan : {kNan, -kNan}) {
    CHECK(std::isnan(both_ways(kExp, nan)));
    CHECK(std::isnan(both_ways(kLog, nan)));
    CHECK(std::isnan(both_ways(kTanh, nan)));
    CHECK(std::isnan(both_ways(kLogistic, nan)));
    CHECK(std::isnan(both_ways(kSoftplus, nan)));
    CHECK(std::isnan(both_ways(kRsqrt, nan)));
  }
}

TEST_CASE("fast functions in double are those of the library") {
  for (const double x : {-30.0, -1.0, 1e-9, 0.5, 30.0}) {
    CHECK(fast::exp(x) == std::exp(x));
    CHECK(fast::tanh(x) == std::tanh(x));
    CHECK(fast::logistic(x) == Approx(exact_logistic(x)).epsilon(1e-15));
    CHECK(fast::softplus(x) == Approx(exact_softplus(x)).epsilon(1e-15));
    const auto in_first_lane = [&](auto function) { CHECK(function(x - Lanes<double>{})[0] == function(x)); };
    in_first_lane(kExp);
    in_first_lane(kTanh);
    in_first_lane(kLogistic);
    in_first_lane(kSoftplus);
    if (x < 0) continue;  // NaN
    in_first_lane(kRsqrt);
    in_first_lane(kLog);
  }
}

#if defined(__SSE2__)
TEST_CASE("denormals are flushed while FlushDenormals lives, and only then") {
  // volatile: otherwise the compiler computes the results in its own mode
  volatile float least = std::numeric_limits<float>::min(), denormal = std::numeric_limits<float>::denorm_min();
  volatile float exponent = -100.0f;
  CHECK(least / 2 > 0.0f);
  {
    const FlushDenormals flush;
    CHECK(least / 2 == 0.0f);
    CHECK(fast::exp(exponent) == 0.0f);
    CHECK(fast::log(denormal) == -kInfinity);
  }
  CHECK(least / 2 > 0.0f);
}
#endif

}  // namespace tapehead
