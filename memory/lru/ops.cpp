#include "memory/lru/ops.hpp"

#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/frozen.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var least_used(Var usage, size_t count) {
  const size_t slots = usage.rows, batch = usage.batch();
  if (usage.cols != 1 || count > slots)
    shapes_do_not_fit("least_used", {usage}, "one column of usage, and no more slots asked for than there are");
  Var y = usage.tape->filled(slots, count, batch, 0);
  const auto u = usage.tape->value(usage);
  const auto out = usage.tape->fill(y);
  for (size_t b = 0; b < batch; ++b) {
    const Real* used = u.column(b, 0);
    size_t last = slots;  // the slot chosen last, in order of usage and then place; `slots`: none yet
    for (size_t c = 0; c < count; ++c) {
      size_t least = slots;
      for (size_t n = 0; n < slots; ++n) {
        const bool follows = last == slots || used[n] > used[last] || (used[n] == used[last] && n > last);
        if (follows && (least == slots || used[n] < used[least])) least = n;
      }
      if (least == slots) break;  // comparisons with a NaN find nothing
      out.column(b, c)[least] = 1;
      last = least;
    }
  }
  if (Frozen* frozen = y.tape->frozen()) frozen->freeze(out.data, y.size() * batch);
  return y;
}

Var clear_and_add(Var memory, Var cleared, Var weights, Var vectors) {
  constexpr auto kNo = Transpose::kNo, kYes = Transpose::kYes;
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = weights.cols, batch = memory.batch();
  if (cleared.rows != slots || cleared.cols != 1 || weights.rows != slots || vectors.rows != width ||
      vectors.cols != heads || cleared.batch() != batch || weights.batch() != batch || vectors.batch() != batch)
    shapes_do_not_fit("clear_and_add", {memory, cleared, weights, vectors},
                      "slots x width, slots x 1, slots x heads and width x heads");
  Var y = tape.make(slots, width, batch);
  {
    const auto m = tape.value(memory), c = tape.value(cleared), w = tape.value(weights), v = tape.value(vectors);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      const Real* __restrict clear = c.column(b, 0);
      for (size_t j = 0; j < width; ++j) {
        const Real* __restrict from = m.column(b, j);
        Real* __restrict to = out.column(b, j);
        for (size_t n = 0; n < slots; ++n) to[n] = from[n] * (1 - clear[n]);
      }
      gemm(kNo, kYes, slots, width, heads, w.item(b), w.leading, v.item(b), v.leading, true, out.item(b), slots);
    }
  }
  tape.tell([=, &tape] {
    const Work product = batch * product_work(slots, width, heads);
    return OpWork{y.numbers() * Work{2} + product, (size_t{tape.wants(weights)} + tape.wants(vectors)) * product +
                                                       tape.wants(memory) * y.numbers() * Work{2}};
  });
  return tape.record(y, {memory, weights, vectors}, [=] {
    Tape& t = *y.tape;
    const auto c = t.value(cleared), w = t.value(weights), v = t.value(vectors), dy = t.gradient(y);
    // The memory's gradient has the same size at every step; where nothing else has touched it, it is made in place.
    const bool alone = memory.node != weights.node && memory.node != vectors.node;
    const bool in_place = alone && t.wants(memory) && t.hand_on(y, memory);
    const auto [dm, dw, dv] = t.touch(std::array{memory, weights, vectors});
    for (size_t b = 0; b < batch; ++b) {
      if (dw.data)  // dw = dM′·v
        gemm(kNo, kNo, slots, heads, width, dy.item(b), dy.leading, v.item(b), v.leading, !dw.fresh, dw.item(b),
             dw.leading);
      if (dv.data)  // dv = dM′ᵀ·w
        gemm(kYes, kNo, width, heads, slots, dy.item(b), dy.leading, w.item(b), w.leading, !dv.fresh, dv.item(b),
             dv.leading);
      if (!dm.data) continue;
      const Real* __restrict clear = c.column(b, 0);
      for (size_t j = 0; j < width; ++j) {  // dM = dM′∘(1 − c); last, since it may overwrite dM′
        const Real* d = dy.column(b, j);
        Real* to = dm.column(b, j);
        if (in_place || dm.fresh)
#pragma GCC ivdep
          for (size_t n = 0; n < slots; ++n) to[n] = d[n] * (1 - clear[n]);
        else
#pragma GCC ivdep
          for (size_t n = 0; n < slots; ++n) to[n] += d[n] * (1 - clear[n]);
      }
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
