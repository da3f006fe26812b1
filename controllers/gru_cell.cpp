#include "controllers/gru_cell.hpp"

#include "autodiff/base/fastmath.hpp"
#include "autodiff/ops/ops.hpp"
#include "controllers/add_to.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void gru_forward(size_t n, const Real* __restrict below, const Real* __restrict beside, const Real* __restrict before,
                 Real* __restrict gates, Real* __restrict h) {
  for (size_t k = 0; k < 2 * n; ++k) gates[k] = fast::logistic(below[k] + beside[k]);
  const Real *reset = gates, *keep = gates + n;
  Real* update = gates + 2 * n;
#pragma GCC ivdep
  for (size_t k = 0; k < n; ++k) {
    update[k] = fast::tanh(below[2 * n + k] + reset[k] * beside[2 * n + k]);
    h[k] = update[k] + keep[k] * (before[k] - update[k]);
  }
}

/// Assigns all three; dbelow and dbeside differ in their last third only.
void gru_backward(size_t n, const Real* __restrict gates, const Real* __restrict beside, const Real* __restrict before,
                  const Real* __restrict dh, Real* __restrict dbelow, Real* __restrict dbeside,
                  Real* __restrict dbefore) {
  const Real *reset = gates, *keep = gates + n, *update = gates + 2 * n;
  for (size_t k = 0; k < n; ++k) {
    const Real d_update = dh[k] * (1 - keep[k]) * (1 - update[k] * update[k]);
    const Real d_reset = d_update * beside[2 * n + k] * reset[k] * (1 - reset[k]);
    const Real d_keep = dh[k] * (before[k] - update[k]) * keep[k] * (1 - keep[k]);
    dbelow[k] = dbeside[k] = d_reset;
    dbelow[n + k] = dbeside[n + k] = d_keep;
    dbelow[2 * n + k] = d_update;
    dbeside[2 * n + k] = d_update * reset[k];
    dbefore[k] = dh[k] * keep[k];
  }
}

}  // namespace

Var gru_cell(Var below, Var beside, Var previous) {
  const size_t n = previous.rows, batch = previous.batch();
  const auto fits = [&](Var x) { return x.rows == 3 * n && x.cols == 1 && x.batch() == batch; };
  if (!fits(below) || !fits(beside) || previous.cols != 1)
    shapes_do_not_fit("gru_cell", {below, beside, previous}, "3Hx1 twice and Hx1 of one batch");
  Tape& tape = *previous.tape;
  Var y = tape.make(n, 1, batch);
  Real* gates = tape.keep<Real>(3 * n * batch);  // r, z, n
  const auto a = tape.value(below), own = tape.value(beside), before = tape.value(previous);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    gru_forward(n, a.item(b), own.item(b), before.item(b), gates + 3 * n * b, out.item(b));

  tape.tell([=] { return OpWork{n * batch * Work{7, 3}, n * batch * Work{16}}; });
  return tape.record(y, {below, beside, previous}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), from_own = t.value(beside), h_before = t.value(previous);
    const auto wanted = t.touch(std::array{below, beside, previous});
    const std::array<size_t, 3> counts{3 * n, 3 * n, n};
    Real* work = t.borrow(7 * n);
    for (size_t b = 0; b < batch; ++b) {
      std::array<Real*, 3> to{work, work + 3 * n, work + 6 * n};  // those to be added or not wanted go through here
      for (size_t i = 0; i < to.size(); ++i)
        if (wanted[i].data && wanted[i].fresh) to[i] = wanted[i].item(b);
      gru_backward(n, gates + 3 * n * b, from_own.item(b), h_before.item(b), dy.item(b), to[0], to[1], to[2]);
      for (size_t i = 0; i < to.size(); ++i)
        if (wanted[i].data && !wanted[i].fresh) add_to(wanted[i].item(b), to[i], counts[i]);
    }
    t.give_back(work, 7 * n);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
