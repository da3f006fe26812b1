#include "autodiff/ops/dropout.hpp"

#include <catch2/catch.hpp>

#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Dropout at `rate` of `count` ones.
std::vector<Real> dropped(size_t count, Real rate) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  Noise from(1, Split::kTrain, 0, 1);
  return testing::numbers(dropout(tape.filled(count, 1, 1, 1), rate, {tape, 1, from, Phase::kTraining}));
}

}  // namespace

TEST_CASE("dropout clears its share of elements and scales the others") {
  for (const Real rate : {Real(0.1), Real(0.5), Real(0.9)}) {
    const size_t count = 20000;
    const auto values = dropped(count, rate);
    size_t cleared = 0;
    for (const Real v : values) {
      cleared += v == 0;
      CHECK((v == 0 || v == 1 / (1 - rate)));
    }
    // 5 standard deviations
    CHECK(std::abs(static_cast<double>(cleared) / count - rate) < 5 * std::sqrt(rate * (1 - rate) / count));
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
