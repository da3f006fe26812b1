// What the ops of training noise have in common.

#include <catch2/catch.hpp>

#include <array>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/dropout.hpp"
#include "autodiff/ops/with_noise.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr std::array kNoiseOps{dropout, with_noise};

/// Ones, 5×4, for each of `items`, and the streams of the episodes from the first.
struct Ones {
  Ones(uint64_t first, size_t streams_given, size_t items) : from(1, Split::kTrain, first, streams_given) {
    tape.begin(none, nullptr);
    x = tape.filled(5, 4, items, 1);
  }

  Var after(decltype(kNoiseOps)::value_type op, Real amount = Real(0.5), Phase phase = Phase::kTraining) {
    return op(x, amount, {tape, x.batch(), from, phase});
  }

  const ParameterStore none{0};
  Tape tape;
  Noise from;
  Var x;
};

std::vector<Real> noisy(decltype(kNoiseOps)::value_type op, uint64_t first, size_t episodes) {
  return testing::numbers(Ones(first, episodes, episodes).after(op));
}

}  // namespace

TEST_CASE("an episode's noise is its own stream's, whoever stands beside it") {
  for (const auto op : kNoiseOps) {
    std::vector<Real> apart;
    for (uint64_t b = 7; b < 10; ++b) {
      const auto one = noisy(op, b, 1);
      apart.insert(apart.end(), one.begin(), one.end());
    }
    CHECK(noisy(op, 7, 3) == apart);
    CHECK(noisy(op, 7, 1) != noisy(op, 8, 1));
  }
}

TEST_CASE("outside of training or at 0 noise returns its input, and nothing is drawn") {
  for (const auto op : kNoiseOps) {
    Ones ones(0, 1, 1), untouched(0, 1, 1);
    CHECK(ones.after(op, Real(0.5), Phase::kScoring).node == ones.x.node);
    CHECK(ones.after(op, 0).node == ones.x.node);
    CHECK(ones.from.of(0).bits() == untouched.from.of(0).bits());
  }
}

TEST_CASE("noise is drawn anew each time") {
  for (const auto op : kNoiseOps) {
    Ones ones(0, 1, 1);
    const auto first = testing::numbers(ones.after(op));
    CHECK(testing::numbers(ones.after(op)) != first);
  }
}

TEST_CASE("noise refuses streams that are not one an item") {
  for (const auto op : kNoiseOps) CHECK_THROWS_AS(Ones(0, 2, 3).after(op), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
