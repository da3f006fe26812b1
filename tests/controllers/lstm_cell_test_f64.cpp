#include "controllers/lstm_cell.hpp"

#include <array>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const CheckedFunction kLstm = [](Tape&, In in) { return lstm_cell(in[0], in[1]); };
const std::vector<OpInput> kLstmInputs = {{"preactivations", 12, 1, -2, 2}, {"previous", 3, 1, -2, 2}};

Var composed_lstm(Tape&, In in) {
  const Var input = sigmoid(rows(in[0], 0, 3)), forget = sigmoid(rows(in[0], 3, 3)),
            output = sigmoid(rows(in[0], 6, 3));
  const Var c = add(multiply(forget, in[1]), multiply(input, tanh(rows(in[0], 9, 3))));
  return beside(std::array{multiply(output, tanh(c)), c});
}

}  // namespace

TEST_CASE("lstm_cell is what plain loops give") {
  const auto in = testing::drawn(kLstmInputs, 3);
  const auto got = testing::run(kLstm, in);
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (size_t b = 0; b < 3; ++b)
    for (size_t k = 0; k < 3; ++k) {
      const auto gate = [&](size_t i) { return testing::at(in[0], b, 3 * i + k, 0); };
      const double c = logistic(gate(1)) * testing::at(in[1], b, k, 0) + logistic(gate(0)) * std::tanh(gate(3));
      CHECK(got.value[b * 6 + k] == Approx(logistic(gate(2)) * std::tanh(c)).epsilon(1e-13));
      CHECK(got.value[b * 6 + 3 + k] == Approx(c).epsilon(1e-13));
    }
}

TEST_CASE("lstm_cell's fused gradient is that of its elementary ops") {
  testing::check_twins(kLstm, composed_lstm, kLstmInputs);
  // Only the cell, or only its output, is used later.
  for (const size_t column : {0, 1})
    testing::check_twins([=](Tape& t, In in) { return columns(kLstm(t, in), column, 1); },
                         [=](Tape& t, In in) { return columns(composed_lstm(t, in), column, 1); }, kLstmInputs);
}

TEST_CASE("lstm_cell refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  CHECK_THROWS_AS(lstm_cell(tape.filled(12, 1, 2, 0), tape.filled(4, 1, 2, 0)), ShapeError);
  CHECK_THROWS_AS(lstm_cell(tape.filled(12, 2, 2, 0), tape.filled(3, 2, 2, 0)), ShapeError);
  CHECK_THROWS_AS(lstm_cell(tape.filled(12, 1, 2, 0), tape.filled(3, 1, 1, 0)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
