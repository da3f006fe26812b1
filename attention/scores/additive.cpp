#include "attention/scores/additive.hpp"

#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// t = tanh(p + q), y += v·t. Not inlined: beside lambdas that hold the same pointers its loop is not vectorised.
[[gnu::noinline]] void add_unit(const Real* __restrict p, Real q, Real v, Real* __restrict t, Real* __restrict y,
                                size_t n) {
#pragma GCC ivdep
  for (size_t i = 0; i < n; ++i) {
    t[i] = fast::tanh(p[i] + q);
    y[i] += v * t[i];
  }
}

}  // namespace

Var additive(Var slots, Var keys, Var weights) {
  Tape& tape = *slots.tape;
  const size_t count = slots.rows, size = slots.cols, heads = keys.cols, batch = slots.batch();
  if (keys.rows != size || keys.batch() != batch || weights.rows != size || weights.cols != 1 || weights.batch() != 1)
    shapes_do_not_fit("additive", {slots, keys, weights}, "slots x size, size x heads and, of one item, size x 1");
  Var y = tape.make(count, heads, batch);
  Real* hidden = tape.keep<Real>(count * size * heads * batch);  // the tanh of each slot, unit, head and item
  {
    const auto p = tape.value(slots), q = tape.value(keys), v = tape.value(weights);
    const auto out = tape.fill(y);
    Real* t = hidden;
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h) {
        std::fill_n(out.column(b, h), count, Real{0});
        for (size_t s = 0; s < size; ++s, t += count)
          add_unit(p.column(b, s), q.column(b, h)[s], v.data[s], t, out.column(b, h), count);
      }
  }

  tape.tell([=] {
    const size_t units = count * size * heads * batch;
    return OpWork{units * Work{3, 1}, units * Work{6}};
  });
  // With g = dy, t = tanh(P + q): dP = Σ_h g·v·(1 − t²), dq = Σₙ g·v·(1 − t²), dv = Σ g·t.
  return tape.record(y, {slots, keys, weights}, [=] {
    Tape& again = *y.tape;
    const auto dy = again.gradient(y), v = again.value(weights);
    const auto [dslots, dkeys, dweights] = again.touch(std::array{slots, keys, weights});
    Real* unwanted = again.borrow(count);
    const Real* t = hidden;
    for (size_t b = 0; b < batch; ++b)
      for (size_t h = 0; h < heads; ++h)
        for (size_t s = 0; s < size; ++s, t += count) {
          const Real* __restrict g = dy.column(b, h);
          Real* __restrict d = dslots.data ? dslots.column(b, s) : unwanted;
          const Real vs = v.data[s];
          Sum<Real> along_keys, along_weights;
          const auto put = [&](auto assign) {
            in_lanes<Real>(count, [&](auto at) {
              const auto gt = at(g) * at(t);
              const auto inside = vs * (at(g) - gt * at(t));
              along_weights.add(gt);
              along_keys.add(inside);
              if constexpr (assign)
                at.put(d, inside);
              else
                at.put(d, at(d) + inside);
            });
          };
          !dslots.data || (dslots.fresh && h == 0) ? put(std::true_type{}) : put(std::false_type{});
          if (dkeys.data) {
            Real& to = dkeys.column(b, h)[s];
            to = (dkeys.fresh ? 0 : to) + along_keys.total();
          }
          if (dweights.data) {
            Real& to = dweights.data[s];
            to = (dweights.fresh && b == 0 && h == 0 ? 0 : to) + along_weights.total();
          }
        }
    again.give_back(unwanted, count);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
