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

Noise streams(uint64_t first, size_t count) { return {1, Split::kTrain, first, count}; }

/// Ones, 5×4, after the op at 0.5.
std::vector<Real> noisy(decltype(kNoiseOps)::value_type op, Noise from) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const size_t batch = from.size();
  return testing::numbers(op(tape.filled(5, 4, batch, 1), Real(0.5), {tape, batch, from, Phase::kTraining}));
}

}  // namespace

TEST_CASE("an episode's noise is its own stream's, whoever stands beside it") {
  for (const auto op : kNoiseOps) {
    std::vector<Real> apart;
    for (uint64_t b = 7; b < 10; ++b) {
      const auto one = noisy(op, streams(b, 1));
      apart.insert(apart.end(), one.begin(), one.end());
    }
    CHECK(noisy(op, streams(7, 3)) == apart);
    CHECK(noisy(op, streams(7, 1)) != noisy(op, streams(8, 1)));
  }
}

TEST_CASE("outside of training or at 0 noise returns its input, and nothing is drawn") {
  for (const auto op : kNoiseOps) {
    const ParameterStore none(0);
    Tape tape;
    tape.begin(none, nullptr);
    const Var x = tape.filled(5, 4, 1, 1);
    Noise from = streams(0, 1), untouched = streams(0, 1);
    CHECK(op(x, Real(0.5), {tape, 1, from, Phase::kScoring}).node == x.node);
    CHECK(op(x, 0, {tape, 1, from, Phase::kTraining}).node == x.node);
    CHECK(from.of(0).bits() == untouched.of(0).bits());
  }
}

TEST_CASE("noise is drawn anew each time") {
  for (const auto op : kNoiseOps) {
    const ParameterStore none(0);
    Tape tape;
    tape.begin(none, nullptr);
    const Var x = tape.filled(5, 4, 1, 1);
    Noise from = streams(0, 1);
    const Context context{tape, 1, from, Phase::kTraining};
    const auto first = testing::numbers(op(x, Real(0.5), context));
    CHECK(testing::numbers(op(x, Real(0.5), context)) != first);
  }
}

TEST_CASE("noise refuses streams that are not one an item") {
  for (const auto op : kNoiseOps)
    CHECK_THROWS_AS(
        [op] {
          const ParameterStore none(0);
          Tape tape;
          tape.begin(none, nullptr);
          Noise from = streams(0, 2);
          op(tape.filled(3, 1, 3, 1), Real(0.5), {tape, 3, from, Phase::kTraining});
        }(),
        ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
