#include "autodiff/base/gemm.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class T>
T* item(const Window<T>& w, size_t b) {
  return w.batch == 1 ? w.data : w.item(b);
}

/// Several contiguous items seen as one item with all their columns.
template <class T>
Window<T> as_one(const Window<T>& w) {
  return {w.data, w.rows, w.cols * w.batch, 1, w.rows, 0};
}

/// dx += op(a)·op(b) for each item of dy's batch, summed over items where x has only one; or for items merged into one.
void add_product(Var x, Transpose ta, Transpose tb, size_t k, Window<const Real> a, Window<const Real> b,
                 size_t batch) {
  Tape& tape = *x.tape;
  if (!tape.wants(x)) return;
  Gradient dx = tape.touch(x);
  if (batch == 1 && dx.batch > 1) dx = {as_one<Real>(dx), dx.fresh};
  for (size_t i = 0; i < batch; ++i) {
    const bool add_to = !dx.fresh || (dx.batch == 1 && i > 0);
    const Real *const from_a = item(a, i), *const from_b = item(b, i);
    Real* const to = item<Real>(dx, i);
    if (ta == Transpose::kYes && tb == Transpose::kNo)
      gemm_for_gradients(dx.rows, dx.cols, k, from_a, a.leading, from_b, b.leading, add_to, to, dx.leading);
    else
      gemm(ta, tb, dx.rows, dx.cols, k, from_a, a.leading, from_b, b.leading, add_to, to, dx.leading);
  }
}

Var product(const char* op, Transpose ta, Var a, Var b, SourceLocation caller = SourceLocation::current()) {
  const bool flip = ta == Transpose::kYes;
  const size_t n = flip ? a.cols : a.rows, k = flip ? a.rows : a.cols;
  const size_t a_batch = a.batch(), b_batch = b.batch(), batch = std::max(a_batch, b_batch);
  if (b.rows != k || (a_batch != b_batch && a_batch != 1 && b_batch != 1))
    shapes_do_not_fit(op, {a, b},
                      flip ? "both need the same rows" : "the first's columns must equal the second's rows");
  Tape& tape = *a.tape;
  Var y = tape.make(n, b.cols, batch);
  const auto av = tape.value(a), bv = tape.value(b);
  const auto out = tape.fill(y);
  const bool one = a_batch == 1 && batch > 1 && bv.dense();  // a parameter beside a batch: one product for all items
  if (one) gemm(ta, Transpose::kNo, n, b.cols * batch, k, av.data, av.leading, bv.data, k, false, out.data, n);
  for (size_t i = 0; i < batch && !one; ++i)
    gemm(ta, Transpose::kNo, n, b.cols, k, item(av, i), av.leading, item(bv, i), bv.leading, false, out.item(i), n);
  tape.tell([=, &tape] {
    const Work forward = batch * product_work(n, b.cols, k);
    return OpWork{forward, (size_t{tape.wants(a)} + tape.wants(b)) * forward};
  });
  return tape.record(
      y, {a, b},
      [=] {
        Tape& t = *a.tape;
        const auto u = t.value(a);
        const auto dy = one ? as_one(t.gradient(y)) : t.gradient(y), v = one ? as_one(t.value(b)) : t.value(b);
        const size_t items = one ? 1 : batch;
        if (flip) {  // y = aᵀb: da = b·dyᵀ, db = a·dy
          add_product(a, Transpose::kNo, Transpose::kYes, dy.cols, v, dy, items);
          add_product(b, Transpose::kNo, Transpose::kNo, n, u, dy, items);
        } else {  // y = a·b: da = dy·bᵀ, db = aᵀ·dy
          add_product(a, Transpose::kNo, Transpose::kYes, dy.cols, dy, v, items);
          add_product(b, Transpose::kYes, Transpose::kNo, n, u, dy, items);
        }
      },
      caller);
}

/// y += factor·x
void add_multiple(Real factor, const Real* __restrict x, Real* __restrict y, size_t n) {
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

}  // namespace

Var matmul(Var a, Var b) { return product("matmul", Transpose::kNo, a, b); }
Var matmul_transposed(Var a, Var b) { return product("matmul_transposed", Transpose::kYes, a, b); }

Var outer_products(Var a, Var b) {
  if (a.cols != b.cols || a.batch() != b.batch())
    shapes_do_not_fit("outer_products", {a, b}, "both need the same columns and items");
  Tape& tape = *a.tape;
  const size_t k = a.cols, batch = a.batch();
  Var y = tape.make(a.rows, b.rows, batch);
  const auto av = tape.value(a), bv = tape.value(b);
  const auto out = tape.fill(y);
  for (size_t i = 0; i < batch; ++i)
    gemm(Transpose::kNo, Transpose::kYes, a.rows, b.rows, k, av.item(i), av.leading, bv.item(i), bv.leading, false,
         out.item(i), out.leading);
  tape.tell([=, &tape] {
    const Work forward = batch * product_work(a.rows, b.rows, k);
    return OpWork{forward, (size_t{tape.wants(a)} + tape.wants(b)) * forward};
  });
  return tape.record(y, {a, b}, [=] {  // da = dy·b, db = dyᵀ·a
    Tape& t = *a.tape;
    const auto dy = t.gradient(y);
    add_product(a, Transpose::kNo, Transpose::kNo, b.rows, dy, t.value(b), batch);
    add_product(b, Transpose::kYes, Transpose::kNo, a.rows, dy, t.value(a), batch);
  });
}

Var circular_convolution(Var w, Var kernel) {
  if (kernel.cols != w.cols || kernel.rows % 2 == 0 || kernel.batch() != w.batch())
    shapes_do_not_fit("circular_convolution", {w, kernel}, "the kernel needs an odd number of rows and w's columns");
  Tape& tape = *w.tape;
  Var y = like(w);
  // For each tap, row r of y takes row r + ahead, modulo N, of w: two runs, before and after the end of w.
  const auto runs = [n = size_t{w.rows}, half = size_t{kernel.rows / 2}](size_t tap, auto each) {
    const size_t ahead = (n * (half / n + 1) + tap - half) % n;
    each(size_t{0}, ahead, n - ahead);
    if (ahead > 0) each(n - ahead, size_t{0}, ahead);
  };
  const auto from = tape.value(w), k = tape.value(kernel);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c) {
      std::fill_n(to.column(b, c), to.rows, Real{0});
      for (size_t j = 0; j < k.rows; ++j)
        runs(j, [&](size_t row, size_t source, size_t count) {
          add_multiple(k.column(b, c)[j], from.column(b, c) + source, to.column(b, c) + row, count);
        });
    }
  tell_each(y, {w, kernel}, kernel.rows * Work{2}, kernel.rows * Work{2});
  return tape.record(y, {w, kernel}, [=] {
    Tape& t = *w.tape;
    const auto dy = t.gradient(y), value = t.value(w), weights = t.value(kernel);
    const auto gradients = t.touch(std::array{w, kernel});
    const Gradient &dw = gradients[0], &dkernel = gradients[1];
    for (size_t b = 0; b < dy.batch; ++b)
      for (size_t c = 0; c < dy.cols; ++c) {
        if (dw.data && dw.fresh) std::fill_n(dw.column(b, c), dw.rows, Real{0});
        if (dkernel.data && dkernel.fresh) std::fill_n(dkernel.column(b, c), dkernel.rows, Real{0});
        for (size_t j = 0; j < weights.rows; ++j)
          runs(j, [&](size_t row, size_t source, size_t count) {
            const Real* d = dy.column(b, c) + row;
            if (dw.data) add_multiple(weights.column(b, c)[j], d, dw.column(b, c) + source, count);
            if (dkernel.data) dkernel.column(b, c)[j] += dot(value.column(b, c) + source, d, count);
          });
      }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
