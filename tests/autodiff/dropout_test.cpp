#include "autodiff/ops/dropout.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Noise streams(uint64_t first, size_t count) { return {1, Split::kTrain, first, count}; }

/// Dropout at `rate` of ones.
std::vector<Real> dropped(size_t rows, size_t cols, Real rate, Noise from) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const size_t batch = from.size();
  return testing::numbers(dropout(tape.filled(rows, cols, batch, 1), rate, {tape, batch, from, Phase::kTraining}));
}

}  // namespace

TEST_CASE("dropout clears its share of elements and scales the others") {
  for (const Real rate : {Real(0.1), Real(0.5), Real(0.9)}) {
    const size_t count = 20000;
    const auto values = dropped(count, 1, rate, streams(0, 1));
    size_t cleared = 0;
    for (const Real v : values) {
      cleared += v == 0;
      CHECK((v == 0 || v == 1 / (1 - rate)));
    }
    // 5 standard deviations
    CHECK(std::abs(static_cast<double>(cleared) / count - rate) < 5 * std::sqrt(rate * (1 - rate) / count));
  }
}

TEST_CASE("an episode's dropout is its own stream's, whoever stands beside it") {
  const auto together = dropped(5, 4, Real(0.5), streams(7, 3));
  std::vector<Real> apart;
  for (uint64_t b = 7; b < 10; ++b) {
    const auto one = dropped(5, 4, Real(0.5), streams(b, 1));
    apart.insert(apart.end(), one.begin(), one.end());
  }
  CHECK(together == apart);
  CHECK(dropped(5, 4, Real(0.5), streams(7, 1)) != dropped(5, 4, Real(0.5), streams(8, 1)));
}

TEST_CASE("outside of training or at rate 0 dropout is its input, and nothing is drawn") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var x = tape.filled(5, 4, 1, 1);
  Noise from = streams(0, 1), untouched = streams(0, 1);
  CHECK(dropout(x, Real(0.5), {tape, 1, from, Phase::kScoring}).node == x.node);
  CHECK(dropout(x, 0, {tape, 1, from, Phase::kTraining}).node == x.node);
  CHECK(from.of(0).bits() == untouched.of(0).bits());
}

TEST_CASE("dropout draws anew each time") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var x = tape.filled(5, 4, 1, 1);
  Noise from = streams(0, 1);
  const Context context{tape, 1, from, Phase::kTraining};
  const auto first = testing::numbers(dropout(x, Real(0.5), context));
  CHECK(testing::numbers(dropout(x, Real(0.5), context)) != first);
}

TEST_CASE("dropout refuses streams that are not one an item") {
  CHECK_THROWS_AS(
      [] {
        const ParameterStore none(0);
        Tape tape;
        tape.begin(none, nullptr);
        Noise from = streams(0, 2);
        dropout(tape.filled(3, 1, 3, 1), Real(0.5), {tape, 3, from, Phase::kTraining});
      }(),
      ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
