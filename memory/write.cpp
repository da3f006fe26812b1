#include <algorithm>

#include "autodiff/ops.hpp"
#include "memory/access.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Where one column (one j of the width) of a head's gradients goes.
struct HeadColumn {
  const Real* weights;
  Real erase, add;
  Real* dweights;      ///< null where no gradient is wanted
  Real derase, dadd;
};

/// keep = Π over heads but `without` of (1 − w·e).
void keep_of_others(const HeadColumn* heads, size_t count, size_t without, Real* __restrict keep, size_t slots) {
  std::fill_n(keep, slots, Real{1});
  for (size_t h = 0; h < count; ++h) {
    if (h == without) continue;
    const Real* __restrict w = heads[h].weights;
    const Real e = heads[h].erase;
    for (size_t n = 0; n < slots; ++n) keep[n] *= 1 - w[n] * e;
  }
}

/// One head's part of the gradient, given d = dM′ and old = M ∘ (what the other heads keep).
template <bool kAddToWeights>
void head_gradient(HeadColumn& head, const Real* __restrict d, const Real* __restrict old, size_t slots) {
  const Real* __restrict w = head.weights;
  Real* __restrict dw = head.dweights;
  const Real e = head.erase, a = head.add;
  Real derase = 0, dadd = 0;
#pragma omp simd reduction(+ : derase, dadd)
  for (size_t n = 0; n < slots; ++n) {
    const Real dn = d[n], erased = dn * old[n];
    dadd += dn * w[n];
    derase -= erased * w[n];
    const Real value = dn * a - erased * e;
    if constexpr (kAddToWeights)
      dw[n] += value;
    else
      dw[n] = value;
  }
  head.derase = derase;
  head.dadd = dadd;
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
    const auto m = tape.value(memory), w = tape.value(weights), e = tape.value(erase), a = tape.value(add);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b)
      for (size_t j = 0; j < width; ++j) {
        const Real* __restrict from = m.column(b, j);
        Real* __restrict to = out.column(b, j);
        const Real e0 = e.column(b, 0)[j], a0 = a.column(b, 0)[j];
        const Real* __restrict w0 = w.column(b, 0);
        if (heads == 1) {
          for (size_t n = 0; n < slots; ++n) to[n] = from[n] + w0[n] * (a0 - e0 * from[n]);
          continue;
        }
        std::copy_n(from, slots, to);
        for (size_t h = 0; h < heads; ++h) {
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
  }
  return tape.record(y, {memory, weights, erase, add}, [=] {
    Tape& t = *y.tape;
    const auto m = t.value(memory), w = t.value(weights), e = t.value(erase), a = t.value(add);
    // The memory's gradient is as large at every step: where nothing else has touched it, it is made in place.
    const Real* d_all = t.gradient(y).data;
    const size_t d_stride = t.gradient(y).stride, d_leading = t.gradient(y).leading;
    const bool alone = memory.node != weights.node && memory.node != erase.node && memory.node != add.node;
    const bool in_place = alone && t.wants(memory) && t.hand_on(y, memory);
    const auto [dm, dw, de, da] = t.touch(std::array{memory, weights, erase, add});
    Real* work = t.borrow(3 * slots);
    Real *keep = work, *old = work + slots, *unwanted = work + 2 * slots;
    auto* head = reinterpret_cast<HeadColumn*>(t.keep<std::byte>(heads * sizeof(HeadColumn)));
    for (size_t b = 0; b < batch; ++b)
      for (size_t j = 0; j < width; ++j) {
        const Real* d = d_all + b * d_stride + j * d_leading;
        const Real* column = m.column(b, j);
        for (size_t h = 0; h < heads; ++h)
          head[h] = {w.column(b, h), e.column(b, h)[j], a.column(b, h)[j],
                     dw.data ? dw.column(b, h) : unwanted, 0, 0};
        for (size_t h = 0; h < heads; ++h) {
          if (heads > 1) {
            keep_of_others(head, heads, h, keep, slots);
            for (size_t n = 0; n < slots; ++n) old[n] = column[n] * keep[n];
          }
          if (dw.fresh && j == 0)
            head_gradient<false>(head[h], d, heads > 1 ? old : column, slots);
          else
            head_gradient<true>(head[h], d, heads > 1 ? old : column, slots);
          const auto put = [&](const Gradient& g, Real value) {
            if (g.data) g.column(b, h)[j] = (g.fresh ? 0 : g.column(b, h)[j]) + value;
          };
          put(de, head[h].derase);
          put(da, head[h].dadd);
        }
        if (!dm.data) continue;
        keep_of_others(head, heads, heads, keep, slots);
        Real* to = dm.column(b, j);
        if (in_place)
          for (size_t n = 0; n < slots; ++n) to[n] *= keep[n];
        else if (dm.fresh)
          for (size_t n = 0; n < slots; ++n) to[n] = d[n] * keep[n];
        else
          for (size_t n = 0; n < slots; ++n) to[n] += d[n] * keep[n];
      }
    t.give_back(work, 3 * slots);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
