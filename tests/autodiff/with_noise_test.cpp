#include "autodiff/ops/with_noise.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Noise streams(uint64_t first, size_t count) { return {1, Split::kTrain, first, count}; }

/// Twos with noise of this deviation.
std::vector<Real> noisy(size_t rows, size_t cols, Real deviation, Noise from) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const size_t batch = from.size();
  const Context context{tape, batch, from, Phase::kTraining};
  return testing::numbers(with_noise(tape.filled(rows, cols, batch, 2), deviation, context));
}

}  // namespace

TEST_CASE("noise is uniform around what it is added to, with the deviation asked for") {
  for (const Real deviation : {Real(0.1), Real(0.6), Real(2)}) {
    const size_t count = 20000;
    double sum = 0, squares = 0, fourth = 0, largest = 0;
    for (const Real v : noisy(count, 1, deviation, streams(0, 1))) {
      const double n = (static_cast<double>(v) - 2) / deviation;
      sum += n, squares += n * n, fourth += n * n * n * n, largest = std::max(largest, std::abs(n));
    }
    // 5 standard deviations of each mean; the fourth moment of a uniform number is 9/5, a Gaussian's 3
    CHECK(std::abs(sum / count) < 5 / std::sqrt(count));
    CHECK(std::abs(squares / count - 1) < 5 * std::sqrt(0.8 / count));
    CHECK(std::abs(fourth / count - 1.8) < 5 * std::sqrt(9 - 1.8 * 1.8) / std::sqrt(count));
    CHECK(largest < std::sqrt(3) + 1e-4);
  }
}

TEST_CASE("an episode's noise is its own stream's, whoever stands beside it") {
  const auto together = noisy(5, 4, Real(0.5), streams(7, 3));
  std::vector<Real> apart;
  for (uint64_t b = 7; b < 10; ++b) {
    const auto one = noisy(5, 4, Real(0.5), streams(b, 1));
    apart.insert(apart.end(), one.begin(), one.end());
  }
  CHECK(together == apart);
}

TEST_CASE("outside of training or at deviation 0 noise is none, and nothing is drawn") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var x = tape.filled(5, 4, 1, 1);
  Noise from = streams(0, 1), untouched = streams(0, 1);
  CHECK(with_noise(x, Real(0.5), {tape, 1, from, Phase::kScoring}).node == x.node);
  CHECK(with_noise(x, 0, {tape, 1, from, Phase::kTraining}).node == x.node);
  CHECK(from.of(0).bits() == untouched.of(0).bits());
}

TEST_CASE("noise refuses streams that are not one an item") {
  CHECK_THROWS_AS(
      [] {
        const ParameterStore none(0);
        Tape tape;
        tape.begin(none, nullptr);
        Noise from = streams(0, 2);
        with_noise(tape.filled(3, 1, 3, 1), Real(0.5), {tape, 3, from, Phase::kTraining});
      }(),
      ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
