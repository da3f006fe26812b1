#include "controllers/lstm_cell.hpp"

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "controllers/add_to.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void lstm_forward(size_t n, const Real* __restrict pre, const Real* __restrict before, Real* __restrict gates,
                  Real* __restrict h, Real* __restrict c) {
  in_whole_registers<Real>(n, [=](auto at) {
    const auto in = fast::logistic(at(pre)), forget = fast::logistic(at(pre + n)),
               out = fast::logistic(at(pre + 2 * n)), update = fast::tanh(at(pre + 3 * n)),
               cell = forget * at(before) + in * update, squashed = fast::tanh(cell);
    at.put(gates, in);
    at.put(gates + n, forget);
    at.put(gates + 2 * n, out);
    at.put(gates + 3 * n, update);
    at.put(gates + 4 * n, squashed);
    at.put(c, cell);
    at.put(h, out * squashed);
  });
}

/// Assigns dpre and dbefore.
void lstm_backward(size_t n, const Real* __restrict gates, const Real* __restrict before, const Real* __restrict dh,
                   const Real* __restrict dc, Real* __restrict dpre, Real* __restrict dbefore) {
  in_whole_registers<Real>(n, [=](auto at) {
    const auto in = at(gates), forget = at(gates + n), out = at(gates + 2 * n), update = at(gates + 3 * n),
               squashed = at(gates + 4 * n), cell = at(dc) + at(dh) * out * (1 - squashed * squashed);
    at.put(dpre, cell * update * in * (1 - in));
    at.put(dpre + n, cell * at(before) * forget * (1 - forget));
    at.put(dpre + 2 * n, at(dh) * squashed * out * (1 - out));
    at.put(dpre + 3 * n, cell * in * (1 - update * update));
    at.put(dbefore, cell * forget);
  });
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
    lstm_forward(n, pre.item(b), before.item(b), gates + 5 * n * b, out.column(b, 0), out.column(b, 1));

  tape.tell([=] { return OpWork{n * batch * Work{4, 5}, n * batch * Work{22}}; });
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
      lstm_backward(n, gates + 5 * n * b, c_before.item(b), dy.column(b, 0), dy.column(b, 1), to_pre, to_before);
      if (wants_pre && !dpre.fresh) add_to(dpre.item(b), to_pre, 4 * n);
      if (wants_before && !dbefore.fresh) add_to(dbefore.item(b), to_before, n);
    }
    t.give_back(work, 5 * n);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
