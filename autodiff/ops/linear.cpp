#include "autodiff/ops/linear.hpp"

#include <algorithm>

#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// [x₁; x₂; …; 1] of every column and item, one column each, dense.
Real* pack(Tape& tape, std::span<const Var> inputs, size_t depth, size_t cols, size_t batch) {
  Real* packed = tape.keep<Real>(depth * cols * batch);
  Real* row = packed;
  for (const Var& x : inputs) {
    const auto from = tape.value(x);
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols; ++c)
        std::copy_n(from.column(from.batch == 1 ? 0 : b, c), from.rows, row + (b * cols + c) * depth);
    row += x.rows;
  }
  for (size_t i = 0; i < cols * batch; ++i) row[i * depth] = 1;
  return packed;
}

/// Adds rows of a packed gradient (columns `depth` apart) to an input's gradient.
void unpack(Tape& tape, Var x, const Real* from, size_t depth, size_t cols, size_t batch) {
  const Gradient dx = tape.touch(x);
  bool assign = dx.fresh;
  for (size_t b = 0; b < batch; ++b) {
    for (size_t c = 0; c < cols; ++c) {
      Real* to = dx.column(dx.batch == 1 ? 0 : b, c);
      const Real* column = from + (b * cols + c) * depth;
      if (assign)
        std::copy_n(column, dx.rows, to);
      else
        for (size_t r = 0; r < dx.rows; ++r) to[r] += column[r];
    }
    if (dx.batch == 1) assign = false;
  }
}

/// Adds the weights' columns that tokens choose to y.
void add_chosen(const Tape& tape, Var tokens, Window<const Real> weights, Real* y, size_t batch) {
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < tokens.cols; ++c, y += weights.rows) {
      const uint32_t token = tape.token(tokens, tokens.batch() == 1 ? 0 : b, c);
      if (token == kNoToken) continue;
      const Real* column = weights.column(0, token);
      for (size_t r = 0; r < weights.rows; ++r) y[r] += column[r];
    }
}
void add_to_chosen(const Tape& tape, Var tokens, const Gradient& weights, const Real* dy, size_t batch) {
  for (size_t b = 0; b < batch; ++b)
    for (size_t c = 0; c < tokens.cols; ++c, dy += weights.rows) {
      const uint32_t token = tape.token(tokens, tokens.batch() == 1 ? 0 : b, c);
      if (token == kNoToken) continue;
      Real* column = weights.column(0, token);
      for (size_t r = 0; r < weights.rows; ++r) column[r] += dy[r];
    }
}

/// The gradients of the inputs that want one: one product over the rows from the first to the last of them.
void input_gradients(Tape& tape, std::span<const Var> inputs, Window<const Real> weights, const Real* dy, size_t cols,
                     size_t batch) {
  size_t first = 0, last = 0, row = 0;
  bool any = false;
  for (const Var& x : inputs) {
    if (tape.wants(x)) {
      if (!any) first = row;
      any = true;
      last = row + x.rows;
    }
    row += x.rows;
  }
  if (!any) return;
  const size_t depth = last - first, out = weights.rows, count = cols * batch;
  Real* packed = tape.borrow(depth * count);
  gemm_for_gradients(depth, count, out, weights.data + first * weights.leading, weights.leading, dy, out, false, packed,
                     depth);
  row = 0;
  for (const Var& x : inputs) {
    if (tape.wants(x)) unpack(tape, x, packed + row - first, depth, cols, batch);
    row += x.rows;
  }
  tape.give_back(packed, depth * count);
}

/// What linear() computes. Its inputs' gradients are one product, over the rows from the first to the last input that
/// wants one (input_gradients()). Tokens read and change only the weights' columns that they choose.
OpWork work_of_linear(const Tape& tape, Var weights, std::span<const Var> inputs, Var y, size_t depth) {
  const size_t out = weights.rows, columns = y.cols * y.batch(), learns = tape.wants(weights);
  size_t first = 0, last = 0, row = 0, chosen = 0;
  for (const Var& x : inputs) {
    if (tape.is_tokens(x)) {
      for (size_t b = 0; b < y.batch(); ++b)
        for (size_t c = 0; c < x.cols; ++c) chosen += tape.token(x, x.batch() == 1 ? 0 : b, c) != kNoToken;
      continue;
    }
    if (tape.wants(x) && last == 0) first = row;
    if (tape.wants(x)) last = row + x.rows;
    row += x.rows;
  }
  const size_t read = out * depth + out * chosen, taken = depth * columns, made = out * columns;
  return {
      product_work(out, columns, depth) + chosen * out * Work{1},
      product_work(last - first, columns, out) + learns * (product_work(out, depth, columns) + chosen * out * Work{1}),
      {static_cast<double>(read + taken + made),
       static_cast<double>(read * (1 + 2 * learns) + taken + 2 * (last - first) * columns + made)}};
}

}  // namespace

Var linear(Var weights, std::span<const Var> inputs) {
  Tape& tape = *weights.tape;
  size_t depth = 1, batch = 1;
  const size_t cols = inputs[0].cols;
  for (const Var& x : inputs) {
    depth += x.rows;
    batch = std::max(batch, x.batch());
  }
  for (const Var& x : inputs)
    if (x.cols != cols || (x.batch() != batch && x.batch() != 1))
      shapes_do_not_fit("linear", {inputs[0], x}, "all inputs have the same columns, and one batch");
  if (weights.cols != depth || weights.batch() != 1)
    shapes_do_not_fit("linear", {weights, inputs[0]},
                      "the weights need a column for each input row and one for the bias");
  const Var first = inputs[0];
  const size_t chosen = tape.is_tokens(first) ? first.rows : 0;  // columns of W of which each token chooses one
  const std::span<const Var> numbers = chosen > 0 ? inputs.subspan(1) : inputs;
  depth -= chosen;
  const Real* packed = pack(tape, numbers, depth, cols, batch);
  Var y = tape.make(weights.rows, cols, batch);
  const auto w = tape.value(weights);
  Real* const to = tape.fill(y).data;
  gemm(Transpose::kNo, Transpose::kNo, w.rows, cols * batch, depth, w.column(0, chosen), w.leading, packed, depth,
       false, to, w.rows);
  if (chosen > 0) add_chosen(tape, first, w, to, batch);

  Var* kept = tape.keep<Var>(inputs.size() + 1);
  std::copy(inputs.begin(), inputs.end(), kept);
  kept[inputs.size()] = weights;
  const size_t count = inputs.size();
  tape.tell([&] { return work_of_linear(tape, weights, inputs, y, depth); });
  return tape.record(y, std::span<const Var>(kept, count + 1), [=] {
    Tape& t = *y.tape;
    const Real* dy = t.gradient(y).data;
    const auto wv = t.value(weights);
    input_gradients(t, {kept, count}, wv, dy, cols, batch);
    if (!t.wants(weights)) return;
    Gradient dw = t.touch(weights);
    if (chosen > 0) {
      if (dw.fresh)
        for (size_t c = 0; c < dw.cols; ++c) std::fill_n(dw.column(0, c), dw.rows, Real{0});
      dw.fresh = false;
      add_to_chosen(t, kept[0], dw, dy, batch);
    }
    if (OuterQueue* queue = t.outer_queue(weights))
      queue->add(dw.column(0, chosen), dw.rows, depth, dy, packed, cols * batch);
    else
      gemm(Transpose::kNo, Transpose::kYes, dw.rows, depth, cols * batch, dy, dw.rows, packed, depth, !dw.fresh,
           dw.column(0, chosen), dw.leading);
  });
}

Var linear(Var weights, std::initializer_list<Var> inputs) {
  return linear(weights, std::span(inputs.begin(), inputs.size()));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
