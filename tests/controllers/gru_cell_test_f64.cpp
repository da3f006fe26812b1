#include "controllers/gru_cell.hpp"

#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const CheckedFunction kGru = [](Tape&, In in) { return gru_cell(in[0], in[1], in[2]); };
const std::vector<OpInput> kGruInputs = {{"below", 9, 1, -2, 2}, {"beside", 9, 1, -2, 2}, {"previous", 3, 1, -2, 2}};

Var composed_gru(Tape&, In in) {
  const auto gate = [&](size_t i) { return sigmoid(add(rows(in[0], 3 * i, 3), rows(in[1], 3 * i, 3))); };
  const Var update = tanh(add(rows(in[0], 6, 3), multiply(gate(0), rows(in[1], 6, 3))));
  return mix(gate(1), in[2], update);
}

}  // namespace

TEST_CASE("gru_cell is what plain loops give") {
  const auto in = testing::drawn(kGruInputs, 3);
  const auto got = testing::run(kGru, in);
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (size_t b = 0; b < 3; ++b)
    for (size_t k = 0; k < 3; ++k) {
      const auto below = [&](size_t gate) { return testing::at(in[0], b, 3 * gate + k, 0); };
      const auto beside = [&](size_t gate) { return testing::at(in[1], b, 3 * gate + k, 0); };
      const double reset = logistic(below(0) + beside(0)), keep = logistic(below(1) + beside(1));
      const double update = std::tanh(below(2) + reset * beside(2));
      CHECK(got.value[b * 3 + k] == Approx((1 - keep) * update + keep * testing::at(in[2], b, k, 0)).epsilon(1e-13));
    }
}

TEST_CASE("gru_cell's fused gradient is that of its elementary ops") {
  testing::check_twins(kGru, composed_gru, kGruInputs);
}

TEST_CASE("gru_cell refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto of = [&](size_t rows, size_t cols, size_t batch) { return tape.filled(rows, cols, batch, 0); };
  CHECK_THROWS_AS(gru_cell(of(9, 1, 2), of(9, 1, 2), of(4, 1, 2)), ShapeError);
  CHECK_THROWS_AS(gru_cell(of(9, 1, 2), of(8, 1, 2), of(3, 1, 2)), ShapeError);
  CHECK_THROWS_AS(gru_cell(of(9, 2, 2), of(9, 2, 2), of(3, 2, 2)), ShapeError);
  CHECK_THROWS_AS(gru_cell(of(9, 1, 2), of(9, 1, 1), of(3, 1, 2)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
