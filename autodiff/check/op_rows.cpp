#include <array>

#include "autodiff/check/op_row.hpp"
#include "autodiff/ops/chosen.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/ragged.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

CheckedFunction one(Var (*op)(Var)) {
  return [op](Tape&, In in) { return op(in[0]); };
}

CheckedFunction two(Var (*op)(Var, Var)) {
  return [op](Tape&, In in) { return op(in[0], in[1]); };
}

CheckedFunction twice(Var (*op)(Var, Var)) {
  return [op](Tape&, In in) { return op(in[0], in[0]); };
}

/// Tokens, some of them equal, and every fourth kNoToken.
Var some_tokens(Tape& tape, size_t vocabulary, size_t steps, size_t batch) {
  uint32_t* const chosen = tape.keep<uint32_t>(steps * batch);
  for (size_t i = 0; i < steps * batch; ++i)
    chosen[i] = i % 4 == 3 ? kNoToken : static_cast<uint32_t>(i * i % vocabulary);
  return tape.tokens(vocabulary, steps, batch, chosen);
}

std::vector<OpRow> one_input_rows() {
  return {
      {"negate", {{"x", 3, 4}}, one(negate)},
      {"scale", {{"x", 3, 4}}, [](Tape&, In in) { return scale(in[0], Real(-1.7)); }},
      {"shift", {{"x", 3, 4}}, [](Tape&, In in) { return shift(in[0], Real(0.3)); }},
      {"sigmoid", {{"x", 3, 4, -4, 4}}, one(sigmoid)},
      {"sigmoid, at zero", {{"x", 3, 4, 0, 0}}, one(sigmoid)},
      {"tanh", {{"x", 3, 4, -2, 2}}, one(tanh)},
      {"tanh, at zero", {{"x", 3, 4, 0, 0}}, one(tanh)},
      {"softplus", {{"x", 3, 4, -4, 4}}, one(softplus)},
      {"softplus, at zero", {{"x", 3, 4, 0, 0}}, one(softplus)},
      {"relu", {{"x", 3, 4, -1, 1, 0.05}}, one(relu)},
      {"gelu", {{"x", 3, 4, -3, 3}}, one(gelu)},
      {"gelu, at zero", {{"x", 3, 4, 0, 0}}, one(gelu)},
      {"exp", {{"x", 3, 4, -2, 2}}, one(exp)},
      {"log", {{"x", 3, 4, 0.3, 2}}, one(log)},
      {"log, of small numbers", {{"x", 3, 4, 1e-6, 3e-6, 0, 1e-6}}, one(log)},
      {"square", {{"x", 3, 4}}, one(square)},
      {"square, at zero", {{"x", 3, 4, 0, 0}}, one(square)},
      {"inverse_sqrt", {{"x", 3, 4, 0.3, 2}}, one(inverse_sqrt)},
      {"softmax", {{"x", 5, 3, -2, 2}}, one(softmax)},
      {"softmax, at zero", {{"x", 5, 3, 0, 0}}, one(softmax)},
      {"scaled_softmax", {{"x", 5, 3, -2, 2}, {"factors", 1, 3, -1, 3}}, two(scaled_softmax)},
      {"scaled_softmax, at zero", {{"x", 5, 3, 0, 0}, {"factors", 1, 3, 0, 0}}, two(scaled_softmax)},
      {"scaled_softmax, of its own factors",
       {{"x", 1, 1, -2, 2}},
       [](Tape&, In in) { return scaled_softmax(in[0], in[0]); }},
      {"scaled_softmax, of constant scores",
       {{"x", 5, 3, -2, 2, 0, 0, false, false}, {"factors", 1, 3, -1, 3}},
       two(scaled_softmax)},
      {"sum_rows", {{"x", 3, 4}}, one(sum_rows)},
      {"sum_columns", {{"x", 3, 4}}, one(sum_columns)},
      {"sum", {{"x", 3, 4}}, one(sum)},
      {"repeat", {{"x", 3, 4, -1, 1, 0, 0, true}}, [](Tape&, In in) { return repeat(in[0], 3); }},
      {"stop_gradient", {{"x", 3, 4}}, [](Tape&, In in) { return multiply(in[0], stop_gradient(in[0])); }},
  };
}

std::vector<OpRow> broadcast_rows(const std::string& name, Var (*op)(Var, Var), double low, double high) {
  const auto row = [&](const char* how, OpInput a, OpInput b) {
    return OpRow{name + how, {std::move(a), std::move(b)}, two(op)};
  };
  const OpInput a{"a", 3, 4, low, high}, b{"b", 3, 4, low, high};
  const auto shaped = [](OpInput x, size_t rows, size_t cols, bool one_item) {
    x.rows = rows;
    x.cols = cols;
    x.one_item = one_item;
    return x;
  };
  return {
      row("", a, b),
      row(", a row by a matrix", shaped(a, 1, 4, false), b),
      row(", a matrix by a column", a, shaped(b, 3, 1, false)),
      row(", a column by a row", shaped(a, 3, 1, false), shaped(b, 1, 4, false)),
      row(", a number by a matrix", shaped(a, 1, 1, false), b),
      row(", a parameter by a batch", shaped(a, 3, 4, true), b),
      row(", a batch by a parameter's row", a, shaped(b, 1, 4, true)),
      row(", a column by a parameter's row", shaped(a, 3, 1, false), shaped(b, 1, 4, true)),
      {name + ", of itself", {a}, twice(op)},
  };
}

std::vector<OpRow> two_input_rows() {
  std::vector<OpRow> rows;
  const auto append = [&](std::vector<OpRow> more) {
    rows.insert(rows.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append(broadcast_rows("add", add, -1, 1));
  append(broadcast_rows("subtract", subtract, -1, 1));
  append(broadcast_rows("multiply", multiply, -1, 1));
  append(broadcast_rows("divide", divide, 0.5, 1.5));
  append({
      {"multiply, by zero", {{"a", 3, 4, 0, 0}, {"b", 3, 4}}, two(multiply)},
      {"divide, negative", {{"a", 3, 4}, {"b", 3, 4, -1.5, -0.5}}, two(divide)},
      // Squared, since its own rule would be the same at any point.
      {"straight_through",
       {{"chosen", 3, 4}, {"soft", 3, 4}},
       [](Tape&, In in) { return square(straight_through(in[0], in[1])); }},
      {"straight_through, of itself",
       {{"x", 3, 4}},
       [](Tape&, In in) { return square(straight_through(square(in[0]), in[0])); }},
      {"matmul", {{"a", 3, 4}, {"b", 4, 2}}, two(matmul)},
      {"matmul, a parameter by a batch", {{"a", 3, 4, -1, 1, 0, 0, true}, {"b", 4, 2}}, two(matmul)},
      {"matmul, a batch by a parameter", {{"a", 3, 4}, {"b", 4, 2, -1, 1, 0, 0, true}}, two(matmul)},
      {"matmul, of itself", {{"a", 3, 3}}, twice(matmul)},
      {"matmul_transposed", {{"a", 4, 3}, {"b", 4, 2}}, two(matmul_transposed)},
      {"matmul_transposed, a parameter by a batch",
       {{"a", 4, 3, -1, 1, 0, 0, true}, {"b", 4, 2}},
       two(matmul_transposed)},
      {"matmul_transposed, a batch by a parameter",
       {{"a", 4, 3}, {"b", 4, 2, -1, 1, 0, 0, true}},
       two(matmul_transposed)},
      {"matmul_transposed, of itself", {{"a", 4, 3}}, twice(matmul_transposed)},
      {"linear_transposed",
       {{"weights", 4, 3, -1, 1, 0, 0, true}, {"x", 4, 2}, {"bias", 3, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return square(linear_transposed(in[0], in[1], in[2])); }},
      {"linear_transposed, of windows",
       {{"weights", 5, 3, -1, 1, 0, 0, true}, {"x", 6, 2}, {"bias", 3, 1, -1, 1, 0, 0, true}},
       [](Tape&, In in) {
         return square(linear_transposed(tapehead::rows(in[0], 1, 3), tapehead::rows(in[1], 2, 3), in[2]));
       }},
      {"outer_products", {{"a", 4, 3}, {"b", 2, 3}}, two(outer_products)},
      {"outer_products, of itself", {{"a", 4, 3}}, twice(outer_products)},
      {"outer_products, of windows",
       {{"x", 6, 5}},
       [](Tape&, In in) { return outer_products(columns(in[0], 1, 2), columns(tapehead::rows(in[0], 2, 4), 3, 2)); }},
      {"circular_convolution", {{"w", 7, 2}, {"kernel", 3, 2}}, two(circular_convolution)},
      {"circular_convolution, one tap", {{"w", 7, 2}, {"kernel", 1, 2}}, two(circular_convolution)},
      {"circular_convolution, kernel longer than w", {{"w", 2, 3}, {"kernel", 7, 3}}, two(circular_convolution)},
      {"circular_convolution, of itself", {{"w", 5, 2}}, twice(circular_convolution)},
  });
  return rows;
}

std::vector<OpRow> mix_rows() {
  const CheckedFunction f = [](Tape&, In in) { return mix(in[0], in[1], in[2]); };
  return {
      {"mix", {{"gate", 3, 4, 0, 1}, {"a", 3, 4}, {"b", 3, 4}}, f},
      {"mix, a gate for each column", {{"gate", 1, 4, 0, 1}, {"a", 3, 4}, {"b", 3, 4}}, f},
      {"mix, a parameter as gate", {{"gate", 3, 1, 0, 1, 0, 0, true}, {"a", 3, 4}, {"b", 3, 4}}, f},
      {"mix, with itself", {{"gate", 1, 4, 0, 1}, {"a", 3, 4}}, [](Tape&, In in) { return mix(in[0], in[1], in[1]); }},
      {"mix, gated by itself", {{"a", 3, 4}, {"b", 3, 4}}, [](Tape&, In in) { return mix(in[0], in[0], in[1]); }},
  };
}

std::vector<OpRow> shape_rows() {
  const auto weigh = [](Var x) { return square(x); };  // so that the order of the elements matters
  return {
      {"rows", {{"x", 5, 3}}, [=](Tape&, In in) { return weigh(rows(in[0], 1, 3)); }},
      {"columns", {{"x", 3, 5}}, [=](Tape&, In in) { return weigh(columns(in[0], 2, 2)); }},
      {"columns, overlapping windows",
       {{"x", 3, 5}},
       [](Tape&, In in) { return multiply(columns(in[0], 0, 3), rows(columns(in[0], 2, 3), 0, 3)); }},
      // Made by an op first: a window given as input is not contiguous.
      {"reshape", {{"x", 3, 4}}, [=](Tape&, In in) { return weigh(reshape(square(in[0]), 2, 6)); }},
      {"reshape, of columns",
       {{"x", 3, 4}},
       [=](Tape&, In in) { return weigh(reshape(columns(square(in[0]), 1, 2), 6, 1)); }},
      {"stack", {{"a", 2, 3}, {"b", 4, 3}, {"c", 1, 3}}, [](Tape&, In in) { return square(stack(in)); }},
      {"stack, a parameter on a batch",
       {{"a", 2, 3, -1, 1, 0, 0, true}, {"b", 4, 3}},
       [](Tape&, In in) { return square(stack(in)); }},
      {"stack, of itself",
       {{"a", 2, 3}, {"b", 1, 3}},
       [](Tape&, In in) {
         return square(stack(std::array{in[0], in[1], in[0]}));
       }},
      {"beside", {{"a", 3, 2}, {"b", 3, 4}, {"c", 3, 1}}, [](Tape&, In in) { return square(beside(in)); }},
      {"chosen_columns, one of them twice",
       {{"x", 3, 4}},
       [](Tape& tape, In in) {
         constexpr size_t kCount = 3;
         auto* const chosen = tape.keep<uint32_t>(kCount * in[0].batch());
         for (size_t i = 0; i < kCount * in[0].batch(); ++i) chosen[i] = static_cast<uint32_t>(i % 2 == 0 ? 1 : i % 4);
         return square(chosen_columns(in[0], chosen, kCount));
       }},
      {"beside, a parameter by a batch",
       {{"a", 3, 2}, {"b", 3, 4, -1, 1, 0, 0, true}},
       [](Tape&, In in) { return square(beside(in)); }},
      {"beside, of itself",
       {{"a", 3, 2}},
       [](Tape&, In in) {
         return square(beside(std::array{in[0], in[0]}));
       }},
  };
}

std::vector<OpRow> loss_rows() {
  const auto f = [](Tape&, In in) { return sigmoid_cross_entropy(in[0], in[1], in[2]); };
  const auto g = [](Tape&, In in) { return softmax_cross_entropy(in[0], in[1], in[2]); };
  const auto k = [](Tape& tape, In in) {
    return softmax_cross_entropy(in[0], some_tokens(tape, in[0].rows, in[0].cols, in[0].batch()), in[1]);
  };
  const OpInput target{"target", 3, 4, 0, 1, 0, 0, false, false}, mask{"mask", 3, 4, 0, 1, 0, 0, false, false};
  const OpInput one_class{"one class", 1, 4, 0, 1, 0, 0, false, false},
      one_mask{"mask", 1, 4, 0, 1, 0, 0, false, false};
  const OpInput nothing{"nothing", 3, 4, 0, 0, 0, 0, false, false};
  return {
      {"sigmoid_cross_entropy", {{"logits", 3, 4, -3, 3}, target, mask}, f},
      {"sigmoid_cross_entropy, at zero", {{"logits", 3, 4, 0, 0}, target, mask}, f},
      {"softmax_cross_entropy", {{"logits", 3, 4, -3, 3}, target, mask}, g},
      {"softmax_cross_entropy, at zero", {{"logits", 3, 4, 0, 0}, target, mask}, g},
      {"softmax_cross_entropy, one class", {{"logits", 1, 4, -3, 3}, one_class, one_mask}, g},
      {"softmax_cross_entropy, nothing scored", {{"logits", 3, 4, -3, 3}, target, nothing}, g},
      {"softmax_cross_entropy, of tokens", {{"logits", 3, 4, -3, 3}, {"mask", 1, 4, 0, 1, 0, 0, false, false}}, k},
      {"softmax_cross_entropy, of tokens and columns",
       {{"logits", 3, 6, -3, 3}, {"mask", 1, 4, 0, 1, 0, 0, false, false}},
       [k](Tape& tape, In in) {
         return k(tape, std::array{columns(square(in[0]), 1, 4), in[1]});
       }},
      {"softmax_cross_entropy, of columns",
       {{"logits", 3, 6, -3, 3}, target, mask},
       [](Tape&, In in) { return softmax_cross_entropy(columns(square(in[0]), 1, 4), in[1], in[2]); }},
  };
}

std::vector<OpRow> linear_rows() {
  const OpInput weights{"weights", 5, 8, -1, 1, 0, 0, true};
  const auto f = [](Tape&, In in) { return linear(in[0], in.subspan(1)); };
  return {
      {"linear", {{"weights", 5, 4, -1, 1, 0, 0, true}, {"x", 3, 2}}, f},
      {"linear, three inputs", {weights, {"x", 3, 1}, {"r", 1, 1}, {"h", 3, 1}}, f},
      {"linear, an input without a batch", {weights, {"x", 3, 2}, {"h", 4, 2, -1, 1, 0, 0, true}}, f},
      {"linear, a constant between", {weights, {"x", 3, 2}, {"c", 1, 2, -1, 1, 0, 0, false, false}, {"h", 3, 2}}, f},
      {"linear, an input twice",
       {{"weights", 5, 7, -1, 1, 0, 0, true}, {"x", 3, 2}},
       [](Tape&, In in) {
         return linear(in[0], {in[1], in[1]});
       }},
      {"linear, of tokens",
       {{"weights", 5, 7, -1, 1, 0, 0, true}, {"h", 3, 2}},
       [](Tape& tape, In in) {
         return linear(in[0], {some_tokens(tape, 3, 2, in[1].batch()), in[1]});
       }},
      {"linear, of tokens alone",
       {{"weights", 5, 6, -1, 1, 0, 0, true}},
       [](Tape& tape, In in) { return linear(columns(square(in[0]), 1, 4), {some_tokens(tape, 3, 2, 1)}); }},
  };
}

/// 4, 2 and 0 steps.
std::span<const uint32_t> small_lengths(size_t batch) {
  static const uint32_t lengths[] = {4, 2, 0};
  return {lengths, batch};
}

std::vector<OpRow> ragged_rows() {
  const OpInput a{"a", 3, 2}, b{"b", 3, 2}, c{"c", 3, 2}, d{"d", 3, 2};
  return {
      {"reversed", {{"x", 3, 5}}, [](Tape&, In in) { return reversed(in[0], small_lengths(in[0].batch())); }},
      {"last_of", {a, b, c, d}, [](Tape&, In in) { return last_of(in, small_lengths(in[0].batch())); }},
      {"last_of, a step twice",
       {a, b},
       [](Tape&, In in) {
         return last_of(std::array{in[1], in[0], in[0], in[1]}, small_lengths(in[0].batch()));
       }},
      {"mean_of", {{"x", 3, 5}}, [](Tape&, In in) { return mean_of(in[0], small_lengths(in[0].batch())); }},
      {"join_items",
       {a, b},
       [](Tape&, In in) {  // the check expects as many items as it gave
         return regroup(join_items(std::array{in[0], in[1], in[0]}), 3 * in[0].cols, in[0].batch());
       }},
      {"transposed", {{"x", 3, 5}}, one(transposed)},
  };
}

}  // namespace

const std::vector<OpRow>& autodiff_op_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> table;
    for (const auto& part : {one_input_rows(), two_input_rows(), mix_rows(), shape_rows(), loss_rows(), linear_rows(),
                             layer_op_rows(), ragged_rows()})
      table.insert(table.end(), part.begin(), part.end());
    return table;
  }();
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
