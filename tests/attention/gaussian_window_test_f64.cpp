#include "attention/windows/gaussian_window.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr PictureShape kSeen{5, 7, 2};
constexpr size_t kSide = 3;

const CheckedFunction kThrough = [](Tape&, In in) { return gaussian_window(in[0], kSeen, in[1], kSide); };

/// F(i, a) of eq. 25, pixel a's middle at a + ½.
double filter(size_t i, size_t a, size_t extent, double middle, double stride, double variance) {
  const double at = middle + (static_cast<double>(i) - (kSide - 1) / 2.0) * stride;
  const auto density = [&](size_t pixel) {
    return std::exp(-std::pow(static_cast<double>(pixel) + 0.5 - at, 2) / (2 * variance));
  };
  double all = 0;
  for (size_t p = 0; p < extent; ++p) all += density(p);
  return density(a) / all;
}

}  // namespace

TEST_CASE("a Gaussian window is what plain loops give") {
  const std::vector<double> windows[] = {{3.5, 2.5, 1, 0.5, 1}, {1, 4.2, 0.7, 2, 0.3}, {8, -2, 1.6, 1.1, -2}};
  for (const auto& w : windows) {
    auto in = testing::drawn({{"picture", 70, 1}, {"window", 5, 1}}, 2);
    for (size_t b = 0; b < 2; ++b) std::copy(w.begin(), w.end(), in[1].values.begin() + static_cast<long>(5 * b));
    const auto got = testing::run(kThrough, in);
    size_t at = 0;
    for (size_t b = 0; b < 2; ++b)
      for (size_t i = 0; i < kSide; ++i)
        for (size_t j = 0; j < kSide; ++j)
          for (size_t c = 0; c < 2; ++c) {
            double total = 0;
            for (size_t y = 0; y < kSeen.height; ++y)
              for (size_t x = 0; x < kSeen.width; ++x)
                total += filter(i, y, kSeen.height, w[1], w[2], w[3]) * filter(j, x, kSeen.width, w[0], w[2], w[3]) *
                         testing::at(in[0], b, (y * kSeen.width + x) * 2 + c, 0);
            REQUIRE(got.value[at++] == Approx(w[4] * total).margin(1e-12));
          }
  }
}

TEST_CASE("far outside it sees the edge, and its gradient is finite") {
  auto in = testing::drawn({{"picture", 70, 1, 0.5, 0.5}, {"window", 5, 1}}, 1);
  in[1].values = {1e4, -1e4, 1, 1e-2, 1};
  const auto got = testing::run(kThrough, in);
  for (const Real v : got.value) CHECK(v == Approx(0.5));
  for (const auto& gradient : got.gradients)
    for (const Real d : gradient) CHECK(std::isfinite(d));
}

TEST_CASE("a Gaussian window refuses other shapes") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  CHECK_THROWS_WITH(
      gaussian_window(tape.filled(70, 1, 1, 0), kSeen, tape.filled(4, 1, 1, 1), kSide),
      "gaussian_window: got 70x1 (batch 1) and 4x1 (batch 1); a picture as one column, and five numbers, are needed");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
