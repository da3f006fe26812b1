#include "controllers/lstm_cell.hpp"

#include "autodiff/fastmath.hpp"
#include "autodiff/ops.hpp"
#include "controllers/add_to.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void forward(size_t n, const Real* __restrict pre, const Real* __restrict before, Real* __restrict gates,
             Real* __restrict h, Real* __restrict c) {
  for (size_t k = 0; k < 3 * n; ++k) gates[k] = fast::logistic(pre[k]);
  for (size_t k = 3 * n; k < 4 * n; ++k) gates[k] = fast::tanh(pre[k]);
  const Real *in = gates, *forget = gates + n, *out = gates + 2 * n, *update = gates + 3 * n;
  Real* squashed = gates + 4 * n;
  for (size_t k = 0; k < n; ++k) {
    c[k] = forget[k] * before[k] + in[k] * update[k];
    squashed[k] = fast::tanh(c[k]);
    h[k] = out[k] * squashed[k];
  }
}

/// Assigns dpre and dbefore.
void backward(size_t n, const Real* __restrict gates, const Real* __restrict before, const Real* __restrict dh,
              const Real* __restrict dc, Real* __restrict dpre, Real* __restrict dbefore) {
  const Real *in = gates, *forget = gates + n, *out = gates + 2 * n, *update = gates + 3 * n, *squashed = gates + 4 * n;
  for (size_t k = 0; k < n; ++k) {
    const Real cell = dc[k] + dh[k] * out[k] * (1 - squashed[k] * squashed[k]);
    dpre[k] = cell * update[k] * in[k] * (1 - in[k]);
    dpre[n + k] = cell * before[k] * forget[k] * (1 - forget[k]);
    dpre[2 * n + k] = dh[k] * squashed[k] * out[k] * (1 - out[k]);
    dpre[3 * n + k] = cell * in[k] * (1 - update[k] * update[k]);
    dbefore[k] = cell * forget[k];
  }
}

}  // namespace

Var lstm_cell(Var preactivations, Var previous) {
  const size_t n = previous.rows, batch = previous.batch();
  if (preactivations.rows != 4 * n || preactivations.cols != 1 || previous.cols != 1 || preactivations.batch() != batch)
    shapes_do_not_fit("lstm_cell", {preactivations, previous}, "4Hx1 and Hx1 of one batch");
  Tape& tape = *previous.tape;
  Var y = tape.make(n, 2, batch);
  Real* gates = tape.keep<Real>(5 * n * batch);  // i, f, o, u activated, and tanh(c)
  const auto pre = tape.value(preactivations), before = tape.value(previous);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b)
    forward(n, pre.item(b), before.item(b), gates + 5 * n * b, out.column(b, 0), out.column(b, 1));

  return tape.record(y, {preactivations, previous}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), c_before = t.value(previous);
    const bool wants_pre = t.wants(preactivations), wants_before = t.wants(previous);
    Real* work = t.borrow(5 * n);
    const Gradient none{};
    const Gradient dpre = wants_pre ? t.touch(preactivations) : none;
    const Gradient dbefore = wants_before ? t.touch(previous) : none;
    for (size_t b = 0; b < batch; ++b) {
      Real* to_pre = wants_pre && dpre.fresh ? dpre.item(b) : work;
      Real* to_before = wants_before && dbefore.fresh ? dbefore.item(b) : work + 4 * n;
      backward(n, gates + 5 * n * b, c_before.item(b), dy.column(b, 0), dy.column(b, 1), to_pre, to_before);
      if (wants_pre && !dpre.fresh) add_to(dpre.item(b), to_pre, 4 * n);
      if (wants_before && !dbefore.fresh) add_to(dbefore.item(b), to_before, n);
    }
    t.give_back(work, 5 * n);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
