#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "memory/matrix/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// What one head did to one column of the memory, and where its gradients go.
struct HeadColumn {
  const Real* weights;
  Real erase, add;
  Real* dweights;
  bool assign;  ///< dweights is assigned, not added to
  Real derase = 0, dadd = 0;
};

/// The gradient rule for one head's erasing of `before` (the column as the heads before it left it): d is the gradient
/// of the column after all heads, `after` that of the column after this head's erasing; `to` gets that of `before`.
void back_through(HeadColumn& head, const Real* d, const Real* __restrict before, const Real* after, Real* to,
                  size_t slots) {
  const Real e = head.erase, a = head.add;
  const Real* __restrict weights = head.weights;
  Real* __restrict dweights = head.dweights;
  Sum<Real> derase, dadd;
  const auto along = [&](auto assign) {
    in_lanes<Real>(slots, [&](auto at) {
      const auto dn = at(d), next = at(after), w = at(weights), erased = next * at(before);
      dadd.add(dn * w);
      derase.add(erased * w);
      const auto dw = dn * a - erased * e;
      at.put(dweights, assign ? dw : at(dweights) + dw);
      at.put(to, next * (1 - w * e));
    });
  };
  head.assign ? along(std::true_type{}) : along(std::false_type{});
  head.derase = -derase.total();
  head.dadd = dadd.total();
}

}  // namespace

Var write(Var memory, Var weights, Var erase, Var add) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = weights.cols, batch = memory.batch();
  if (weights.rows != slots || erase.rows != width || add.rows != width || erase.cols != heads || add.cols != heads ||
      weights.batch() != batch || erase.batch() != batch || add.batch() != batch)
    shapes_do_not_fit("write", {memory, weights, erase, add}, "slots x width, slots x heads, and twice width x heads");
  Var y = tape.make(slots, width, batch);
  {
    const auto m = tape.value_by_item(memory), w = tape.value_by_item(weights), e = tape.value_by_item(erase),
               a = tape.value_by_item(add);
    const auto out = tape.fill(y);
    tape.each_item(batch, [=](size_t b) {
      for (size_t j = 0; j < width; ++j) {
        const Real* __restrict from = m.column(b, j);
        Real* __restrict to = out.column(b, j);
        const Real* __restrict w0 = w.column(b, 0);
        const Real e0 = e.column(b, 0)[j], a0 = a.column(b, 0)[j];
        if (heads == 1) {
          for (size_t n = 0; n < slots; ++n) to[n] = from[n] + w0[n] * (a0 - e0 * from[n]);
          continue;
        }
        for (size_t n = 0; n < slots; ++n) to[n] = from[n] * (1 - w0[n] * e0);
        for (size_t h = 1; h < heads; ++h) {
          const Real* __restrict wh = w.column(b, h);
          const Real eh = e.column(b, h)[j];
          for (size_t n = 0; n < slots; ++n) to[n] *= 1 - wh[n] * eh;
        }
        for (size_t h = 0; h < heads; ++h) {
          const Real* __restrict wh = w.column(b, h);
          const Real ah = a.column(b, h)[j];
          for (size_t n = 0; n < slots; ++n) to[n] += wh[n] * ah;
        }
      }
    });
  }
  tape.tell([=] {
    const Work forward = heads == 1 ? Work{4} : heads * Work{5};
    return OpWork{y.numbers() * forward, y.numbers() * (heads * Work{12} + (heads - 1) * Work{3})};
  });
  return tape.record_by_item(y, {memory, weights, erase, add}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value_by_item(memory), w = t.value_by_item(weights), e = t.value_by_item(erase),
               a = t.value_by_item(add);
    // The memory's gradient has the same size at every step; where nothing else has touched it, it is made in place.
    const auto dy = t.gradient(y);
    const bool alone = memory.node != weights.node && memory.node != erase.node && memory.node != add.node;
    const bool in_place = alone && t.wants(memory) && t.hand_on(y, memory);
    const auto gradients = t.touch(std::array{memory, weights, erase, add});
    t.each_item(batch, [=](size_t b) {
      const Gradient &dm = gradients[0], &dw = gradients[1], &de = gradients[2], &da = gradients[3];
      Real* work = y.tape->borrow((heads + 2) * slots);
      Real *kept = work, *after = work + heads * slots, *unwanted = after + slots;  // kept: each head's `before`
      const bool to_gradient = dm.data && (in_place || dm.fresh);
      for (size_t j = 0; j < width; ++j) {
        const auto head = [&](size_t h) {
          return HeadColumn{w.column(b, h), e.column(b, h)[j], a.column(b, h)[j], dw.data ? dw.column(b, h) : unwanted,
                            !dw.data || (dw.fresh && j == 0)};
        };
        const auto before = [&](size_t h) { return h == 0 ? m.column(b, j) : kept + h * slots; };
        for (size_t h = 0; h + 1 < heads; ++h) {
          const HeadColumn x = head(h);
          const Real* __restrict old = before(h);
          Real* __restrict next = kept + (h + 1) * slots;
          for (size_t n = 0; n < slots; ++n) next[n] = old[n] * (1 - x.weights[n] * x.erase);
        }
        const Real *d = dy.column(b, j), *from = d;
        for (size_t h = heads; h-- > 0; from = after) {
          HeadColumn x = head(h);
          back_through(x, d, before(h), from, h == 0 && to_gradient ? dm.column(b, j) : after, slots);
          const auto put = [&](const Gradient& g, Real value) {
            if (g.data) g.column(b, h)[j] = (g.fresh ? 0 : g.column(b, h)[j]) + value;
          };
          put(de, x.derase);
          put(da, x.dadd);
        }
        if (dm.data && !to_gradient) {
          Real* __restrict to = dm.column(b, j);
          for (size_t n = 0; n < slots; ++n) to[n] += after[n];
        }
      }
      y.tape->give_back(work, (heads + 2) * slots);
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
