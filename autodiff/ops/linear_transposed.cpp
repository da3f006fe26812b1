#include <algorithm>

#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Calls each(first row, rows) for blocks of y's rows. A block of y in all `columns` fits a second-level cache with its
/// weights: of a large vocabulary y does not, and it is read again by each product.
template <class Each>
void in_blocks(size_t rows, size_t columns, Each each) {
  constexpr size_t kTogether = 65536, kLeast = 64;
  const size_t block = std::max(kTogether / columns / kLeast * kLeast, kLeast);
  for (size_t first = 0; first < rows; first += block) each(first, std::min(block, rows - first));
}

}  // namespace

Var linear_transposed(Var weights, Var x, Var bias) {
  const size_t depth = weights.rows, out = weights.cols, cols = x.cols, batch = x.batch(), count = cols * batch;
  if (weights.batch() != 1 || x.rows != depth || bias.rows != out || bias.cols != 1 || bias.batch() != 1)
    shapes_do_not_fit("linear_transposed", {weights, x, bias}, "k x n and n x 1 of one item, beside k rows");
  Tape& tape = *x.tape;
  Var y = tape.make(out, cols, batch);
  Real* const packed = tape.keep<Real>(depth * count);
  const auto from = tape.value(x), w = tape.value(weights), b = tape.value(bias);
  Real* const to = tape.fill(y).data;
  for (size_t i = 0; i < batch; ++i)
    for (size_t c = 0; c < cols; ++c) std::copy_n(from.column(i, c), depth, packed + (i * cols + c) * depth);
  in_blocks(out, count, [&](size_t first, size_t rows) {
    for (size_t c = 0; c < count; ++c) std::copy_n(b.data + first, rows, to + c * out + first);
    gemm(kTurned, kAsIs, rows, count, depth, w.column(0, first), w.leading, packed, depth, true, to + first, out);
  });

  tape.tell([=, &tape] {
    const Work product = product_work(out, count, depth), sum = out * count * Work{1};
    return OpWork{product + sum,
                  (size_t{tape.wants(weights)} + tape.wants(x)) * product + size_t{tape.wants(bias)} * sum};
  });
  // dW = x·dyᵀ, dx = W·dy, db = Σ dy
  return tape.record(y, {weights, x, bias}, [=] {
    Tape& t = *y.tape;
    const Real* dy = t.gradient(y).data;
    const auto values = t.value(weights);
    const auto gradients = t.touch(std::array{weights, x, bias});
    const Gradient &dw = gradients[0], &dx = gradients[1], &db = gradients[2];
    Real* const dpacked = dx.data ? t.borrow(depth * count) : nullptr;
    in_blocks(out, count, [&](size_t first, size_t rows) {
      if (db.data) {
        Real* __restrict sum = db.data + first;
        if (db.fresh) std::fill_n(sum, rows, Real{0});
        for (size_t c = 0; c < count; ++c) {
          const Real* __restrict each = dy + c * out + first;
          for (size_t r = 0; r < rows; ++r) sum[r] += each[r];
        }
      }
      if (dw.data)
        gemm(kAsIs, kTurned, depth, rows, count, packed, depth, dy + first, out, !dw.fresh, dw.column(0, first),
             dw.leading);
      if (dx.data)
        gemm(kAsIs, kAsIs, depth, count, rows, values.column(0, first), values.leading, dy + first, out, first > 0,
             dpacked, depth);
    });
    if (!dx.data) return;
    for (size_t i = 0; i < batch; ++i)
      for (size_t c = 0; c < cols; ++c) {
        const Real* column = dpacked + (i * cols + c) * depth;
        Real* d = dx.column(i, c);
        for (size_t r = 0; r < depth; ++r) d[r] = (dx.fresh ? 0 : d[r]) + column[r];
      }
    t.give_back(dpacked, depth * count);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
