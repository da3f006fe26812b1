#include "autodiff/fastmath.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "autodiff/base/denormals.hpp"

namespace tapehead {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

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

/// Every 997th float there is, of both signs, normal and denormal. NaN must come out where, and only where, it is due.
template <class Fast, class Exact>
Worst worst(Fast fast, Exact exact) {
  constexpr size_t kBlock = 4096;
  std::vector<float> x(kBlock), y(kBlock);
  Worst found;
  for (uint64_t start = 0; start < uint64_t{1} << 32; start += 997 * kBlock) {
    for (size_t i = 0; i < kBlock; ++i) x[i] = std::bit_cast<float>(static_cast<uint32_t>(start + 997 * i));
    for (size_t i = 0; i < kBlock; ++i) y[i] = fast(x[i]);  // a plain loop, so that the vector code is what is tested
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

}  // namespace

TEST_CASE("fast functions are right to the last places over all floats") {
  check("exp", worst([](float x) { return fast::exp(x); }, [](double x) { return std::exp(x); }), 2.5);
  check("log", worst([](float x) { return fast::log(x); }, [](double x) { return std::log(x); }), 2.5);
  check("tanh", worst([](float x) { return fast::tanh(x); }, [](double x) { return std::tanh(x); }), 2.5);
  check("logistic", worst([](float x) { return fast::logistic(x); }, exact_logistic), 3);
  check("softplus", worst([](float x) { return fast::softplus(x); }, exact_softplus), 2.5);
  check("rsqrt", worst([](float x) { return fast::rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }), 2.5);
}

TEST_CASE("fast functions at the ends of their range") {
  CHECK(fast::exp(0.0f) == 1.0f);
  CHECK(fast::exp(89.0f) == kInfinity);
  CHECK(fast::exp(kInfinity) == kInfinity);
  CHECK(fast::exp(-kInfinity) == 0.0f);
  CHECK(fast::log(1.0f) == 0.0f);
  CHECK(fast::log(0.0f) == -kInfinity);
  CHECK(fast::log(-0.0f) == -kInfinity);
  CHECK(fast::log(kInfinity) == kInfinity);
  CHECK(std::isnan(fast::log(-1.0f)));
  CHECK(std::isnan(fast::log(-kInfinity)));
  CHECK(fast::tanh(44.0f) == 1.0f);  // beyond it 2/(1 + e^-2x) - 1 has turned to NaN in compilers' fast modes
  CHECK(fast::tanh(kInfinity) == 1.0f);
  CHECK(fast::tanh(-kInfinity) == -1.0f);
  CHECK(std::signbit(fast::tanh(-0.0f)));
  CHECK(fast::tanh(1e-30f) == 1e-30f);
  CHECK(fast::logistic(kInfinity) == 1.0f);
  CHECK(fast::logistic(-kInfinity) == 0.0f);
  CHECK(fast::softplus(1000.0f) == 1000.0f);
  CHECK(fast::softplus(kInfinity) == kInfinity);
  CHECK(fast::softplus(-kInfinity) == 0.0f);
}

TEST_CASE("fast functions pass a NaN on, of either sign") {
  for (const float nan : {kNan, -kNan}) {
    CHECK(std::isnan(fast::exp(nan)));
    CHECK(std::isnan(fast::log(nan)));
    CHECK(std::isnan(fast::tanh(nan)));
    CHECK(std::isnan(fast::logistic(nan)));
    CHECK(std::isnan(fast::softplus(nan)));
    CHECK(std::isnan(fast::rsqrt(nan)));
  }
}

TEST_CASE("fast functions in double are those of the library") {
  for (const double x : {-30.0, -1.0, 1e-9, 0.5, 30.0}) {
    CHECK(fast::exp(x) == std::exp(x));
    CHECK(fast::tanh(x) == std::tanh(x));
    CHECK(fast::logistic(x) == Approx(exact_logistic(x)).epsilon(1e-15));
    CHECK(fast::softplus(x) == Approx(exact_softplus(x)).epsilon(1e-15));
  }
}

#if defined(__SSE2__)
TEST_CASE("denormals are flushed while FlushDenormals lives, and only then") {
  // volatile: or the compiler would do the sums, in its own mode
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
