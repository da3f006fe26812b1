#include "attention/cosine.hpp"

#include <algorithm>

#include "autodiff/base/gemm.hpp"
#include "autodiff/fastmath.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
Var cosine(Var memory, Var keys) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = keys.cols, batch = memory.batch();
  if (keys.rows != width || keys.batch() != batch)
    shapes_do_not_fit("cosine", {memory, keys}, "a key needs one row for each column of the memory");
  Var y = tape.make(slots, heads, batch);
  Real* slot_norms = tape.keep<Real>(slots * batch);  // 1/√(|Mₙ|² + ε)
  Real* key_norms = tape.keep<Real>(heads * batch);
  const auto m = tape.value(memory), k = tape.value(keys);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    Real* norms = slot_norms + b * slots;
    std::fill_n(norms, slots, kCosineEpsilon);
    in_lanes<Real>(slots, [&](auto at) {
      auto norm = at(norms);
      for (size_t w = 0; w < width; ++w) norm += at(m.column(b, w)) * at(m.column(b, w));
      at.put(norms, norm);
    });
#pragma GCC ivdep
    for (size_t n = 0; n < slots; ++n) norms[n] = fast::rsqrt(norms[n]);
    gemm(Transpose::kNo, Transpose::kNo, slots, heads, width, m.item(b), m.leading, k.item(b), k.leading, false,
         out.item(b), slots);
    for (size_t h = 0; h < heads; ++h) {
      const Real key_norm = fast::rsqrt(dot<Real>(k.column(b, h), k.column(b, h), width) + kCosineEpsilon);
      key_norms[b * heads + h] = key_norm;
      Real* __restrict score = out.column(b, h);
      for (size_t n = 0; n < slots; ++n) score[n] *= key_norm * norms[n];
    }
  }

  // With a = 1/√(|Mₙ|² + ε), q = 1/√(|k|² + ε), g = dy: dk = Σₙ g·a·q·Mₙ − (Σₙ g·y) q²·k and
  // dMₙ = Σ_h g·a·q·k_h − (Σ_h g·y) a²·Mₙ.
  return tape.record(y, {memory, keys}, [=] {
    Tape& t = *y.tape;
    const auto mv = t.value(memory), kv = t.value(keys), score = t.value(y), dy = t.gradient(y);
    const auto [dm, dk] = t.touch(std::array{memory, keys});
    Real* weighted = t.borrow(slots * (heads + 1));  // g·a·q for each head, then (Σ_h g·y) a²
    Real* own = weighted + slots * heads;
    for (size_t b = 0; b < batch; ++b) {
      const Real* __restrict norms = slot_norms + b * slots;
      std::fill_n(own, slots, Real{0});
      for (size_t h = 0; h < heads; ++h) {
        const Real key_norm = key_norms[b * heads + h];
        const Real* __restrict g = dy.column(b, h);
        const Real* __restrict s = score.column(b, h);
        Real* __restrict to = weighted + h * slots;
        Sum<Real> along;
        in_lanes<Real>(slots, [&](auto at) {
          const auto gs = at(g) * at(s);
          at.put(to, at(g) * at(norms) * key_norm);
          at.put(own, at(own) + gs);
          along.add(gs);
        });
        if (!dk.data) continue;
        const Real* key = kv.column(b, h);
        Real* d = dk.column(b, h);
        const Real back = along.total() * key_norm * key_norm;
        for (size_t w = 0; w < width; ++w) d[w] = (dk.fresh ? 0 : d[w]) - back * key[w];
      }
      if (dk.data)
        gemm(Transpose::kYes, Transpose::kNo, width, heads, slots, mv.item(b), mv.leading, weighted, slots, true,
             dk.item(b), dk.leading);
      if (!dm.data) continue;
#pragma GCC ivdep
      for (size_t n = 0; n < slots; ++n) own[n] *= norms[n] * norms[n];
      for (size_t w = 0; w < width; ++w) {
        const Real* __restrict column = mv.column(b, w);
        Real* __restrict d = dm.column(b, w);
        const auto put = [&](auto fresh) {
          in_lanes<Real>(slots, [&](auto at) {
            auto value = -at(own) * at(column);
            if constexpr (!fresh) value += at(d);
            for (size_t h = 0; h < heads; ++h) value += at(weighted + h * slots) * kv.column(b, h)[w];
            at.put(d, value);
          });
        };
        dm.fresh ? put(std::true_type{}) : put(std::false_type{});
      }
    }
    t.give_back(weighted, slots * (heads + 1));
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
