// Each optimiser's steps against its formula, element by element in double.

#include "experiments/training/optimizer.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kRate = 0.01, kMomentum = 0.9;

/// Gradients of some size and sign, zeros among them.
double gradient_at(size_t step, size_t i) {
  return i == 3 ? 0 : std::sin(static_cast<double>(1 + 3 * step + 7 * i)) * (i + 1);
}

/// Checks 20 steps on 9 elements against `move(i, gradient, step from 1)`, which gives how an element changes.
template <class Move>
void check_steps(const char* name, Move move) {
  constexpr size_t kElements = 9, kSteps = 20;
  const auto optimizer = make_optimizer({name, Real(kMomentum)}, kElements);
  std::vector<Real> values(kElements), gradient(kElements);
  std::vector<double> expected(kElements);
  for (size_t i = 0; i < kElements; ++i) expected[i] = values[i] = static_cast<Real>(0.25 * static_cast<double>(i));
  for (size_t step = 1; step <= kSteps; ++step) {
    for (size_t i = 0; i < kElements; ++i) {
      gradient[i] = static_cast<Real>(gradient_at(step, i));
      expected[i] += move(i, gradient[i], step);
    }
    optimizer->step(values, gradient, Real(kRate), step);
    for (size_t i = 0; i < kElements; ++i) {
      INFO(name << " step " << step << " element " << i);
      REQUIRE(values[i] == Approx(expected[i]).epsilon(1e-5).margin(1e-5));
    }
  }
}

}  // namespace

TEST_CASE("graves-rmsprop is the centred one with its damping inside the root") {
  std::vector<double> n(9), m(9), d(9);
  check_steps("graves-rmsprop", [&](size_t i, double g, size_t) {
    n[i] = 0.95 * n[i] + 0.05 * g * g;
    m[i] = 0.95 * m[i] + 0.05 * g;
    return d[i] = kMomentum * d[i] - kRate * g / std::sqrt(n[i] - m[i] * m[i] + 1e-4);
  });
}

TEST_CASE("rmsprop divides before its momentum") {
  std::vector<double> v(9), d(9);
  check_steps("rmsprop", [&](size_t i, double g, size_t) {
    v[i] = 0.95 * v[i] + 0.05 * g * g;
    d[i] = kMomentum * d[i] + g / (std::sqrt(v[i]) + 1e-8);
    return -kRate * d[i];
  });
}

TEST_CASE("rmsprop divides gradients of any size") {
  for (const double size : {0.0, 1e-15, 1e-8, 1e-3, 1e3, 1e8, 1e15}) {
    const auto optimizer = make_optimizer({"rmsprop", Real(0)}, 1);
    std::vector<Real> value{0}, gradient{static_cast<Real>(size)};
    optimizer->step(value, gradient, Real(kRate), 1);
    INFO("gradient " << size);
    CHECK(value[0] == Approx(-kRate * size / (std::sqrt(0.05) * size + 1e-8)).epsilon(1e-6));
  }
}

TEST_CASE("adam corrects both means for their start at zero") {
  std::vector<double> m(9), v(9);
  check_steps("adam", [&](size_t i, double g, size_t t) {
    m[i] = 0.9 * m[i] + 0.1 * g;
    v[i] = 0.999 * v[i] + 0.001 * g * g;
    const double mean = m[i] / (1 - std::pow(0.9, t)), square = v[i] / (1 - std::pow(0.999, t));
    return -kRate * mean / (std::sqrt(square) + 1e-8);
  });
}

TEST_CASE("sgd with momentum") {
  std::vector<double> d(9);
  check_steps("sgd", [&](size_t i, double g, size_t) {
    d[i] = kMomentum * d[i] + g;
    return -kRate * d[i];
  });
}

TEST_CASE("a rate of zero moves nothing, and every optimiser starts with zeros") {
  for (const PartInfo* row : optimizer_infos()) {
    const std::string& name = row->name;
    INFO(name);
    const auto optimizer = make_optimizer({name, Real(0.5)}, 3);
    REQUIRE(optimizer->slots().size() > 0);
    for (const auto& slot : optimizer->slots()) CHECK(slot.values == AlignedVector<Real>(3, Real{0}));
    std::vector<Real> values = {1, -2, 3};
    const std::vector<Real> gradient = {5, 0, -1};
    optimizer->step(values, gradient, 0, 1);
    CHECK(values == std::vector<Real>{1, -2, 3});
  }
}

TEST_CASE("a steady gradient leaves graves-rmsprop a variance of no less than zero") {
  const auto optimizer = make_optimizer({"graves-rmsprop", 0}, 1);
  std::vector<Real> value = {0};
  const std::vector<Real> gradient = {1e6f};
  for (size_t step = 1; step <= 2000; ++step) optimizer->step(value, gradient, Real(1e-4), step);
  CHECK(std::isfinite(value[0]));
  CHECK(value[0] < 0);
}

TEST_CASE("an optimiser that is none of the list") {
  CHECK_THROWS_AS(make_optimizer({"adagrad", 0}, 1), std::invalid_argument);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
