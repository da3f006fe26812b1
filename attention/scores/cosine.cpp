#include "attention/scores/cosine.hpp"

#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// dMₙ (+)= Σ_h weighted_h·k_h − own·a²·Mₙ of item b
void add_to_memory(const Gradient& dm, const Window<const Real>& memory, const Window<const Real>& keys, size_t b,
                   const Real* weighted, const Real* own, const Real* norms) {
  constexpr size_t kRows = 4;
  const size_t slots = memory.rows, heads = keys.cols;
  const bool fresh = dm.fresh;
  in_lane_blocks<Real, kRows>(slots, [=](auto at) {
    using V = typename decltype(at)::Value;
    V self[at.kRows], value[at.kRows];
    for (size_t r = 0; r < at.kRows; ++r) self[r] = at[r](own) * at[r](norms) * at[r](norms);
    for (size_t w = 0; w < memory.cols; ++w) {
      const Real* column = memory.column(b, w);
      Real* d = dm.column(b, w);
      for (size_t r = 0; r < at.kRows; ++r) value[r] = (fresh ? V{} : at[r](d)) - self[r] * at[r](column);
      for (size_t h = 0; h < heads; ++h) {
        const Real k = keys.column(b, h)[w];
        for (size_t r = 0; r < at.kRows; ++r) value[r] += at[r](weighted + h * slots) * k;
      }
      for (size_t r = 0; r < at.kRows; ++r) at[r].put(d, value[r]);
    }
  });
}

}  // namespace

Var cosine(Var memory, Var keys) {
  Tape& tape = *memory.tape;
  const size_t slots = memory.rows, width = memory.cols, heads = keys.cols, batch = memory.batch();
  if (keys.rows != width || keys.batch() != batch)
    shapes_do_not_fit("cosine", {memory, keys}, "a key needs one row for each column of the memory");
  Var y = tape.make(slots, heads, batch);
  Real* slot_norms = tape.keep<Real>(slots * batch);  // 1/√(|Mₙ|² + ε)
  Real* key_norms = tape.keep<Real>(heads * batch);
  const auto m = tape.value_by_item(memory), k = tape.value_by_item(keys);
  const auto out = tape.fill(y);
  tape.each_item(batch, [=](size_t b) {
    Real* norms = slot_norms + b * slots;
    in_lane_blocks<Real, 8>(slots, [=](auto at) {
      using V = typename decltype(at)::Value;
      V square[at.kRows];
      for (V& each : square) each = kCosineEpsilon - V{};
      for (size_t w = 0; w < width; ++w)
        for (size_t r = 0; r < at.kRows; ++r) square[r] += at[r](m.column(b, w)) * at[r](m.column(b, w));
      for (size_t r = 0; r < at.kRows; ++r) at[r].put(norms, fast::rsqrt(square[r]));
    });
    gemm(Transpose::kNo, Transpose::kNo, slots, heads, width, m.item(b), m.leading, k.item(b), k.leading, false,
         out.item(b), slots);
    for (size_t h = 0; h < heads; ++h) {
      const Real key_norm = fast::rsqrt(dot<Real>(k.column(b, h), k.column(b, h), width) + kCosineEpsilon);
      key_norms[b * heads + h] = key_norm;
      Real* __restrict score = out.column(b, h);
      for (size_t n = 0; n < slots; ++n) score[n] *= key_norm * norms[n];
    }
  });

  tape.tell([=, &tape] {
    const Work product = product_work(slots, heads, width);
    const Work norms = slots * (width * Work{2} + Work{0, 1}) + heads * (width * Work{2} + Work{1, 1});
    const Work to_keys = product + heads * (width * Work{2} + Work{2}),
               to_memory = product + slots * (width + 1) * Work{2};
    return OpWork{batch * (product + norms + slots * heads * Work{2}),
                  batch * (slots * heads * Work{5} + tape.wants(keys) * to_keys + tape.wants(memory) * to_memory)};
  });
  // With a = 1/√(|Mₙ|² + ε), q = 1/√(|k|² + ε), g = dy: dk = Σₙ g·a·q·Mₙ − (Σₙ g·y) q²·k and
  // dMₙ = Σ_h g·a·q·k_h − (Σ_h g·y) a²·Mₙ.
  return tape.record_by_item(y, {memory, keys}, [=] {
    Tape& t = *y.tape;
    const auto mv = t.value_by_item(memory), kv = t.value_by_item(keys), score = t.value_by_item(y), dy = t.gradient(y);
    const auto gradients = t.touch(std::array{memory, keys});
    t.each_item(batch, [=](size_t b) {
      const Gradient &dm = gradients[0], &dk = gradients[1];
      Real* weighted = y.tape->borrow(slots * (heads + 1));  // g·a·q for each head, then (Σ_h g·y) a²
      Real* own = weighted + slots * heads;
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
      if (dm.data) add_to_memory(dm, mv, kv, b, weighted, own, norms);
      y.tape->give_back(weighted, slots * (heads + 1));
    });
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
