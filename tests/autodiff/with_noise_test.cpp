#include "autodiff/ops/with_noise.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// `count` twos with noise of this deviation.
std::vector<Real> twos_with_noise(size_t count, Real deviation) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  Noise from(1, Split::kTrain, 0, 1);
  return testing::numbers(with_noise(tape.filled(count, 1, 1, 2), deviation, {tape, 1, from, Phase::kTraining}));
}

}  // namespace

TEST_CASE("noise is uniform around what it is added to, with the deviation asked for") {
  for (const Real deviation : {Real(0.1), Real(0.6), Real(2)}) {
    const size_t count = 20000;
    double sum = 0, squares = 0, fourth = 0, largest = 0;
    for (const Real v : twos_with_noise(count, deviation)) {
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

}  // namespace tapehead::inline TAPEHEAD_REAL
