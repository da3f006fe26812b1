#include "attention/cosine.hpp"

#include <algorithm>

#include "autodiff/fastmath.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Real squared_norm(const Real* x, size_t n) {
  Real total = 0;
#pragma omp simd reduction(+ : total)
  for (size_t i = 0; i < n; ++i) total += x[i] * x[i];
  return total;
}

/// y += factor·x
void add_scaled(Real* __restrict y, const Real* __restrict x, Real factor, size_t n) {
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
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
  const auto m = tape.value(memory), k = tape.value(keys);
  const auto out = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    Real* norms = slot_norms + b * slots;
    std::fill_n(norms, slots, kCosineEpsilon);
    std::fill_n(out.item(b), slots * heads, Real{0});
    for (size_t w = 0; w < width; ++w) {
      const Real* __restrict column = m.column(b, w);
      for (size_t n = 0; n < slots; ++n) norms[n] += column[n] * column[n];
      for (size_t h = 0; h < heads; ++h) add_scaled(out.column(b, h), column, k.column(b, h)[w], slots);
    }
    for (size_t n = 0; n < slots; ++n) norms[n] = fast::rsqrt(norms[n]);
    for (size_t h = 0; h < heads; ++h) {
      const Real key_norm = fast::rsqrt(squared_norm(k.column(b, h), width) + kCosineEpsilon);
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
        Real along = 0;
#pragma omp simd reduction(+ : along)
        for (size_t n = 0; n < slots; ++n) {
          to[n] = g[n] * norms[n] * key_norm;
          along += g[n] * s[n];
          own[n] += g[n] * s[n];
        }
        if (!dk.data) continue;
        const Real* key = kv.column(b, h);
        Real* d = dk.column(b, h);
        for (size_t w = 0; w < width; ++w) {
          const Real* __restrict column = mv.column(b, w);
          Real total = 0;
#pragma omp simd reduction(+ : total)
          for (size_t n = 0; n < slots; ++n) total += to[n] * column[n];
          d[w] = (dk.fresh ? 0 : d[w]) + total - along * key_norm * key_norm * key[w];
        }
      }
      if (!dm.data) continue;
      for (size_t n = 0; n < slots; ++n) own[n] *= norms[n] * norms[n];
      for (size_t w = 0; w < width; ++w) {
        const Real* __restrict column = mv.column(b, w);
        Real* __restrict d = dm.column(b, w);
        if (dm.fresh)
          for (size_t n = 0; n < slots; ++n) d[n] = -own[n] * column[n];
        else
          for (size_t n = 0; n < slots; ++n) d[n] -= own[n] * column[n];
        for (size_t h = 0; h < heads; ++h) add_scaled(d, weighted + h * slots, kv.column(b, h)[w], slots);
      }
    }
    t.give_back(weighted, slots * (heads + 1));
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
