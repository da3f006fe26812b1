#include "autodiff/elementwise.hpp"
#include "autodiff/gemm.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class T>
T* item(const Window<T>& w, size_t b) {
  return w.batch == 1 ? w.data : w.item(b);
}

/// dx += op(a)·op(b) for each item of dy's batch, summed over items where x has one.
void add_product(Var x, Transpose ta, Transpose tb, size_t k, Window<const Real> a, Window<const Real> b,
                 size_t batch) {
  Tape& tape = *x.tape;
  if (!tape.wants(x)) return;
  const Gradient dx = tape.touch(x);
  for (size_t i = 0; i < batch; ++i) {
    const bool add_to = !dx.fresh || (dx.batch == 1 && i > 0);
    gemm(ta, tb, dx.rows, dx.cols, k, item(a, i), a.leading, item(b, i), b.leading, add_to, item<Real>(dx, i),
         dx.leading);
  }
}

Var product(const char* op, Transpose ta, Var a, Var b) {
  const bool flip = ta == Transpose::kYes;
  const size_t n = flip ? a.cols : a.rows, k = flip ? a.rows : a.cols;
  const size_t a_batch = a.batch(), b_batch = b.batch(), batch = std::max(a_batch, b_batch);
  if (b.rows != k || (a_batch != b_batch && a_batch != 1 && b_batch != 1))
    shapes_do_not_fit(op, {a, b}, flip ? "both need the same rows" : "the first's columns must equal the second's rows");
  Tape& tape = *a.tape;
  Var y = tape.make(n, b.cols, batch);
  const auto av = tape.value(a), bv = tape.value(b);
  const auto out = tape.fill(y);
  for (size_t i = 0; i < batch; ++i)
    gemm(ta, Transpose::kNo, n, b.cols, k, item(av, i), av.leading, item(bv, i), bv.leading, false, out.item(i), n);
  return tape.record(y, {a, b}, [=] {
    Tape& t = *a.tape;
    const auto dy = t.gradient(y), u = t.value(a), v = t.value(b);
    if (flip) {  // y = aᵀb: da = b·dyᵀ, db = a·dy
      add_product(a, Transpose::kNo, Transpose::kYes, b.cols, v, dy, batch);
      add_product(b, Transpose::kNo, Transpose::kNo, n, u, dy, batch);
    } else {     // y = a·b: da = dy·bᵀ, db = aᵀ·dy
      add_product(a, Transpose::kNo, Transpose::kYes, b.cols, dy, v, batch);
      add_product(b, Transpose::kYes, Transpose::kNo, n, u, dy, batch);
    }
  });
}

}  // namespace

Var matmul(Var a, Var b) { return product("matmul", Transpose::kNo, a, b); }
Var matmul_transposed(Var a, Var b) { return product("matmul_transposed", Transpose::kYes, a, b); }

Var circular_convolution(Var w, Var kernel) {
  if (kernel.cols != w.cols || kernel.rows % 2 == 0 || kernel.batch() != w.batch())
    shapes_do_not_fit("circular_convolution", {w, kernel}, "the kernel needs an odd number of rows and w's columns");
  Tape& tape = *w.tape;
  Var y = like(w);
  // Row r of y takes row (r − displacement) mod N of w.
  const auto source = [n = size_t{w.rows}, half = size_t{kernel.rows / 2}](size_t r, size_t j) {
    return (r + n * (half / n + 1) + j - half) % n;
  };
  const auto from = tape.value(w), k = tape.value(kernel);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < from.batch; ++b)
    for (size_t c = 0; c < from.cols; ++c)
      for (size_t r = 0; r < from.rows; ++r) {
        Real total = 0;
        for (size_t j = 0; j < k.rows; ++j) total += k.column(b, c)[j] * from.column(b, c)[source(r, j)];
        to.column(b, c)[r] = total;
      }
  return tape.record(y, {w, kernel}, [=] {
    Tape& t = *w.tape;
    const auto dy = t.gradient(y), value = t.value(w), weights = t.value(kernel);
    const auto each = [&](Var x, auto add_term) {
      if (!t.wants(x)) return;
      const Gradient dx = t.touch(x);
      for (size_t b = 0; b < dx.batch; ++b)
        for (size_t c = 0; c < dx.cols; ++c) {
          Real* out = dx.column(b, c);
          if (dx.fresh) std::fill_n(out, dx.rows, Real{0});
          for (size_t r = 0; r < dy.rows; ++r)
            for (size_t j = 0; j < weights.rows; ++j) add_term(out, b, c, r, j);
        }
    };
    each(w, [&](Real* out, size_t b, size_t c, size_t r, size_t j) {
      out[source(r, j)] += weights.column(b, c)[j] * dy.column(b, c)[r];
    });
    each(kernel, [&](Real* out, size_t b, size_t c, size_t r, size_t j) {
      out[j] += value.column(b, c)[source(r, j)] * dy.column(b, c)[r];
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
