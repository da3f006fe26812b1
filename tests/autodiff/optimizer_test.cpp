// Each optimiser's steps against its formula, element by element in double.

#include "autodiff/optimisers/optimizer.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "autodiff/optimisers/adam.hpp"
#include "autodiff/optimisers/rms_prop.hpp"
#include "autodiff/optimisers/sgd.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kRate = 0.01, kMomentum = 0.8;
constexpr size_t kElements = 9;

/// Gradients of various magnitudes and signs, some zero.
double gradient_at(size_t step, size_t i) {
  return i == 3 ? 0 : std::sin(static_cast<double>(1 + 3 * step + 7 * i)) * (i + 1);
}

/// Checks 20 steps on 9 elements against `move(i, gradient, step from 1)`, the change of an element.
template <class Move>
void check_steps(Optimizer&& optimizer, Move move) {
  constexpr size_t kSteps = 20;
  std::vector<Real> values(kElements), gradient(kElements);
  std::vector<double> expected(kElements);
  for (size_t i = 0; i < kElements; ++i) expected[i] = values[i] = static_cast<Real>(0.25 * static_cast<double>(i));
  for (size_t step = 1; step <= kSteps; ++step) {
    for (size_t i = 0; i < kElements; ++i) {
      gradient[i] = static_cast<Real>(gradient_at(step, i));
      expected[i] += move(i, gradient[i], step);
    }
    optimizer.step(values, gradient, Real(kRate), step);
    for (size_t i = 0; i < kElements; ++i) {
      INFO("step " << step << " element " << i);
      REQUIRE(values[i] == Approx(expected[i]).epsilon(1e-5).margin(1e-5));
    }
  }
}

}  // namespace

TEST_CASE("graves-rmsprop is the centred one with its damping inside the root") {
  std::vector<double> n(kElements), m(kElements), d(kElements);
  check_steps(GravesRmsProp(kElements, {.momentum = Real(kMomentum)}), [&](size_t i, double g, size_t) {
    n[i] = 0.95 * n[i] + 0.05 * g * g;
    m[i] = 0.95 * m[i] + 0.05 * g;
    return d[i] = kMomentum * d[i] - kRate * g / std::sqrt(n[i] - m[i] * m[i] + 1e-4);
  });
}

TEST_CASE("rmsprop divides before its momentum") {
  std::vector<double> v(kElements), d(kElements);
  check_steps(RmsProp(kElements, {.momentum = Real(kMomentum)}), [&](size_t i, double g, size_t) {
    v[i] = 0.95 * v[i] + 0.05 * g * g;
    d[i] = kMomentum * d[i] + g / (std::sqrt(v[i]) + 1e-8);
    return -kRate * d[i];
  });
}

TEST_CASE("rmsprop divides gradients of any size") {
  for (const double size : {0.0, 1e-15, 1e-8, 1e-3, 1e3, 1e8, 1e15}) {
    RmsProp optimizer(1, {.momentum = 0});
    std::vector<Real> value{0}, gradient{static_cast<Real>(size)};
    optimizer.step(value, gradient, Real(kRate), 1);
    INFO("gradient " << size);
    CHECK(value[0] == Approx(-kRate * size / (std::sqrt(0.05) * size + 1e-8)).epsilon(1e-6));
  }
}

TEST_CASE("adam corrects both means for their start at zero") {
  std::vector<double> m(kElements), v(kElements);
  check_steps(Adam(kElements), [&](size_t i, double g, size_t t) {
    m[i] = 0.9 * m[i] + 0.1 * g;
    v[i] = 0.999 * v[i] + 0.001 * g * g;
    const double mean = m[i] / (1 - std::pow(0.9, t)), square = v[i] / (1 - std::pow(0.999, t));
    return -kRate * mean / (std::sqrt(square) + 1e-8);
  });
}

TEST_CASE("sgd with momentum") {
  std::vector<double> d(kElements);
  check_steps(Sgd(kElements, {.momentum = Real(kMomentum)}), [&](size_t i, double g, size_t) {
    d[i] = kMomentum * d[i] + g;
    return -kRate * d[i];
  });
}

TEST_CASE("a steady gradient leaves graves-rmsprop a variance of no less than zero") {
  GravesRmsProp optimizer(1, {.momentum = 0});
  std::vector<Real> value = {0};
  const std::vector<Real> gradient = {1e6f};
  for (size_t step = 1; step <= 2000; ++step) optimizer.step(value, gradient, Real(1e-4), step);
  CHECK(std::isfinite(value[0]));
  CHECK(value[0] < 0);
}

TEST_CASE("settings other than the papers' reach the formulas") {
  std::vector<double> m(kElements), v(kElements);
  check_steps(Adam(kElements, {.beta1 = 0.5, .beta2 = 0.98, .damping = Real(0.1)}), [&](size_t i, double g, size_t t) {
    m[i] = 0.5 * m[i] + 0.5 * g;
    v[i] = 0.98 * v[i] + 0.02 * g * g;
    const double mean = m[i] / (1 - std::pow(0.5, t)), square = v[i] / (1 - std::pow(0.98, t));
    return -kRate * mean / (std::sqrt(square) + 0.1);
  });
  std::vector<double> w(kElements);
  check_steps(RmsProp(kElements, {.momentum = 0, .keep = Real(0.9), .damping = Real(0.2)}),
              [&](size_t i, double g, size_t) {
                w[i] = 0.9 * w[i] + 0.1 * g * g;
                return -kRate * g / (std::sqrt(w[i]) + 0.2);
              });
  std::vector<double> n(kElements), mean(kElements);
  check_steps(GravesRmsProp(kElements, {.momentum = 0, .keep = Real(0.9), .damping = Real(0.2)}),
              [&](size_t i, double g, size_t) {
                n[i] = 0.9 * n[i] + 0.1 * g * g;
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                return -kRate * g / std::sqrt(n[i] - mean[i] * mean[i] + 0.2);
              });
}

TEST_CASE("vectors of another length than the slots, and an update before the first, are refused") {
  Adam adam(3);
  std::vector<Real> three(3), four(4);
  CHECK_THROWS_AS(adam.step(four, three, Real(0.1), 1), std::invalid_argument);
  CHECK_THROWS_AS(adam.step(three, four, Real(0.1), 1), std::invalid_argument);
  CHECK_THROWS_AS(adam.step(three, three, Real(0.1), 0), std::invalid_argument);
}

TEST_CASE("weight decay takes its share of each weight, times the rate") {
  std::vector<Real> values = {2, -4, 0};
  decay_weights(values, Real(0.5), Real(0.25));
  CHECK(values == std::vector<Real>{1.75, -3.5, 0});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
