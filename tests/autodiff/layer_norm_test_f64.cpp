#include "autodiff/ops/layer_norm.hpp"

#include <array>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const CheckedFunction kFused = [](Tape&, In in) { return layer_norm(in[0], in[1], in[2]); };

std::vector<OpInput> inputs(size_t rows) {  // more rows than a register holds, and fewer
  return {{"x", rows, 3, -2, 2}, {"gain", rows, 1, 0.5, 2, 0, 0, true}, {"bias", rows, 1, -1, 1, 0, 0, true}};
}

Var composed_norm(Tape&, In in) {
  const Real share = 1 / static_cast<Real>(in[0].rows);
  const Var centred = subtract(in[0], scale(sum_rows(in[0]), share));
  const Var variance = scale(sum_rows(square(centred)), share);
  return add(multiply(multiply(centred, inverse_sqrt(shift(variance, kLayerNormEpsilon))), in[1]), in[2]);
}

}  // namespace

TEST_CASE("layer_norm is what plain loops give") {
  for (const size_t n : {1, 2, 5, 19}) {
    const auto in = testing::drawn(inputs(n), 2);
    const auto got = testing::run(kFused, in);
    for (size_t b = 0; b < 2; ++b)
      for (size_t c = 0; c < 3; ++c) {
        double mean = 0, variance = 0;
        for (size_t r = 0; r < n; ++r) mean += testing::at(in[0], b, r, c) / static_cast<double>(n);
        for (size_t r = 0; r < n; ++r)
          variance += std::pow(testing::at(in[0], b, r, c) - mean, 2) / static_cast<double>(n);
        for (size_t r = 0; r < n; ++r)
          CHECK(got.value[(b * 3 + c) * n + r] ==
                Approx((testing::at(in[0], b, r, c) - mean) / std::sqrt(variance + 1e-5) * in[1].values[r] +
                       in[2].values[r])
                    .epsilon(1e-12)
                    .margin(1e-13));
      }
  }
}

TEST_CASE("layer_norm's fused gradient is that of its elementary ops") {
  for (const size_t n : {1, 2, 5, 19}) testing::check_twins(kFused, composed_norm, inputs(n));
}

TEST_CASE("layer_norm of equal numbers is the bias") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const std::array<Real, 3> bias{1, -2, 3};
  const Var y = layer_norm(tape.filled(3, 1, 1, 0.1), tape.filled(3, 1, 1, 7), tape.constant(3, 1, 1, bias.data()));
  for (size_t r = 0; r < 3; ++r) CHECK(testing::numbers(y)[r] == Approx(bias[r]).margin(1e-9));
}

TEST_CASE("layer_norm refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto of = [&](size_t rows, size_t cols, size_t batch) { return tape.filled(rows, cols, batch, 0); };
  CHECK_THROWS_AS(layer_norm(of(3, 2, 2), of(4, 1, 1), of(3, 1, 1)), ShapeError);
  CHECK_THROWS_AS(layer_norm(of(3, 2, 2), of(3, 1, 1), of(3, 2, 1)), ShapeError);
  CHECK_THROWS_AS(layer_norm(of(3, 2, 2), of(3, 1, 2), of(3, 1, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
