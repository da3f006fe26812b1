#include "autodiff/ops/linear.hpp"

#include <array>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

Var composed_linear(Tape&, In in) {
  const Var weights = in[0];
  const size_t depth = weights.cols - 1;
  return add(matmul(columns(weights, 0, depth), stack(in.subspan(1))), columns(weights, depth, 1));
}

}  // namespace

TEST_CASE("linear is a matrix product, a sum and a bias") {
  const auto fused = [](Tape&, In in) { return linear(in[0], in.subspan(1)); };
  const OpInput weights{"weights", 5, 8, -1, 1, 0, 0, true};
  for (const size_t cols : {1, 3})
    testing::check_twins(fused, composed_linear, {weights, {"x", 3, cols}, {"r", 1, cols}, {"h", 3, cols}});
  testing::check_twins(fused, composed_linear, {weights, {"x", 3, 2}, {"shared", 4, 2, -1, 1, 0, 0, true}});
}

TEST_CASE("linear_transposed is a product with a table, and a bias") {
  const auto fused = [](Tape&, In in) { return linear_transposed(in[0], in[1], in[2]); };
  const auto composed = [](Tape&, In in) { return add(matmul_transposed(in[0], in[1]), in[2]); };
  // Small, and of several blocks of which the last is not whole.
  for (const auto& [words, cols] : {std::pair<size_t, size_t>{5, 1}, {7, 3}, {150, 700}})
    testing::check_twins(
        fused, composed,
        {{"weights", 4, words, -1, 1, 0, 0, true}, {"x", 4, cols}, {"bias", words, 1, -1, 1, 0, 0, true}});
}

TEST_CASE("linear's deferred weight gradient is the one of a product, over more columns than its queue holds") {
  ParameterStore store(3);
  const Parameter weights = store.add("weights", 4, 4, uniform(1));
  const auto inputs = testing::drawn({{"x", 3, 50}}, 3);  // 150 columns, and again
  const auto gradient = [&](bool fused) {
    std::vector<Real> result(store.size(), 0);
    Tape tape;
    tape.begin(store, result.data());
    const Var w = tape.parameter(weights);
    const Var x = tape.constant(3, 50, 3, inputs[0].values.data());
    const auto layer = [&](Var v) { return fused ? linear(w, {v}) : composed_linear(tape, std::array{w, v}); };
    const Var h = tanh(layer(x));
    tape.backward(sum(square(layer(rows(h, 0, 3)))));
    return result;
  };
  testing::check_close(gradient(true), gradient(false), "weights");
}

TEST_CASE("linear takes one parameter in two shapes, and in part") {
  ParameterStore store(3);
  const Parameter weights = store.add("weights", 4, 6, uniform(1));
  const auto inputs = testing::drawn({{"x", 5, 2}, {"y", 7, 2}, {"z", 2, 2}}, 3);
  const auto gradient = [&](bool fused) {
    std::vector<Real> result(store.size(), 0);
    Tape tape;
    tape.begin(store, result.data());
    const Var w = tape.parameter(weights);
    const auto layer = [&](Var v, size_t i) {
      const auto& input = inputs[i];
      const Var x = tape.constant(input.rows, input.cols, input.batch, input.values.data());
      return sum(square(fused ? linear(v, {x}) : composed_linear(tape, std::array{v, x})));
    };
    tape.backward(add(add(layer(w, 0), layer(reshape(w, 3, 8), 1)), layer(columns(w, 2, 3), 2)));
    return result;
  };
  testing::check_close(gradient(true), gradient(false), "weights");
}

TEST_CASE("linear refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var weights = tape.filled(4, 6, 1, 1);
  CHECK_THROWS_AS(linear(weights, {tape.filled(6, 1, 1, 1)}), ShapeError);
  const Var table = tape.filled(3, 5, 1, 1), bias = tape.filled(5, 1, 1, 1), seen = tape.filled(3, 2, 4, 1);
  CHECK_NOTHROW(linear_transposed(table, seen, bias));
  CHECK_THROWS_AS(linear_transposed(tape.filled(3, 5, 4, 1), seen, bias), ShapeError);
  CHECK_THROWS_AS(linear_transposed(tape.filled(2, 5, 1, 1), seen, bias), ShapeError);
  CHECK_THROWS_AS(linear_transposed(table, seen, tape.filled(3, 1, 1, 1)), ShapeError);
  CHECK_THROWS_AS(linear_transposed(table, seen, tape.filled(5, 2, 1, 1)), ShapeError);
  CHECK_THROWS_AS(linear(weights, {tape.filled(2, 1, 1, 1), tape.filled(3, 2, 1, 1)}), ShapeError);
  CHECK_THROWS_AS(linear(weights, {tape.filled(2, 1, 2, 1), tape.filled(3, 1, 3, 1)}), ShapeError);
  CHECK_THROWS_AS(linear(tape.filled(4, 6, 3, 1), {tape.filled(5, 1, 3, 1)}), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
