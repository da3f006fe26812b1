#include <cmath>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/fast/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// M + Diag(λ) = L·Lᵀ; L's rows one after the other, n×n, its upper half unset. Reads M's lower half.
void factor(const Real* matrix, size_t leading, const Real* ridge, size_t n, Real* lower) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const Real entry = matrix[j * leading + i] + (i == j ? ridge[i] : 0);
      const Real rest = entry - dot<Real>(lower + i * n, lower + j * n, j);
      lower[i * n + j] = i == j ? std::sqrt(rest) : rest / lower[j * n + j];
    }
}

/// x = (L·Lᵀ)⁻¹·x in place.
void solve_in_place(const Real* lower, size_t n, Real* x) {
  for (size_t i = 0; i < n; ++i) x[i] = (x[i] - dot<Real>(lower + i * n, x, i)) / lower[i * n + i];
  for (size_t i = n; i-- > 0;) {
    x[i] /= lower[i * n + i];
    for (size_t j = 0; j < i; ++j) x[j] -= lower[i * n + j] * x[i];
  }
}

}  // namespace

Var solve(Var matrices, Var ridge, Var right) {
  const size_t n = matrices.rows, heads = right.cols, batch = matrices.batch();
  if (right.rows != n || ridge.rows != n || ridge.cols != heads || matrices.cols != n * heads ||
      right.batch() != batch || ridge.batch() != batch)
    shapes_do_not_fit("solve", {matrices, ridge, right}, "n x (n·heads), n x heads and n x heads");
  Tape& tape = *matrices.tape;
  Var y = tape.make(n, heads, batch);
  Real* const lower = tape.keep<Real>(n * n * heads * batch);
  const auto lower_of = [=](size_t b, size_t h) { return lower + (b * heads + h) * n * n; };
  {
    const auto m = tape.value(matrices), l = tape.value(ridge), from = tape.value(right);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        factor(m.column(b, h * n), m.leading, l.column(b, h), n, lower_of(b, h));
        std::copy_n(from.column(b, h), n, out.column(b, h));
        solve_in_place(lower_of(b, h), n, out.column(b, h));
      }
  }
  tape.tell([=, &tape] {
    const size_t systems = heads * batch;
    // Cholesky's factor: for i ≥ j a product of j terms; then twice n²/2 multiply-adds and n divisions.
    size_t terms = 0;
    for (size_t j = 0; j < n; ++j) terms += j * (n - j);
    const Work factor = terms * Work{2} + n * (n + 1) / 2 * Work{2}, both = n * (n - 1) * Work{2} + 2 * n * Work{1};
    return OpWork{systems * (factor + n * Work{0, 1} + both),
                  systems * (both + tape.wants(matrices) * n * n * Work{1} + tape.wants(ridge) * n * Work{1})};
  });
  return tape.record(y, {matrices, ridge, right}, [=] {  // g = (M + Diag(λ))⁻¹·dx: dy = g, dM = −g·xᵀ, dλ = −g∘x
    Tape& t = *y.tape;
    const auto x = t.value(y), dx = t.gradient(y);
    const auto [dm, dl, dr] = t.touch(std::array{matrices, ridge, right});
    Real* const g = t.borrow(n);
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        std::copy_n(dx.column(b, h), n, g);
        solve_in_place(lower_of(b, h), n, g);
        const Real* found = x.column(b, h);
        for (size_t i = 0; dr.data && i < n; ++i) dr.column(b, h)[i] = (dr.fresh ? 0 : dr.column(b, h)[i]) + g[i];
        for (size_t i = 0; dl.data && i < n; ++i)
          dl.column(b, h)[i] = (dl.fresh ? 0 : dl.column(b, h)[i]) - g[i] * found[i];
        for (size_t j = 0; dm.data && j < n; ++j) {
          Real* to = dm.column(b, h * n + j);
          for (size_t i = 0; i < n; ++i) to[i] = (dm.fresh ? 0 : to[i]) - g[i] * found[j];
        }
      }
    t.give_back(g, n);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
