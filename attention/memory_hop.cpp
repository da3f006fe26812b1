#include "attention/memory_hop.hpp"

#include <algorithm>

#include "autodiff/fastmath.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Scores become weights; as many null slots as told have score 0.
void softmax_with_nulls(Real* weights, size_t count, size_t nulls) {
  const Real top = nulls > 0 ? std::max(largest(weights, count), Real{0}) : largest(weights, count);
#pragma GCC ivdep
  for (size_t i = 0; i < count; ++i) weights[i] = fast::exp(weights[i] - top);
  const Real of_nulls = nulls > 0 ? static_cast<Real>(nulls) * fast::exp(-top) : Real{0};
  const Real inverse = 1 / (total<Real>(weights, count) + of_nulls);
  for (size_t i = 0; i < count; ++i) weights[i] *= inverse;
}

/// y += factor·x
void add_scaled(Real factor, const Real* __restrict x, Real* __restrict y, size_t n) {
  for (size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

void show(Tape& tape, const Real* weights, size_t count) {
  if (tape.watcher()) watch("hop/weights", tape.constant(count, 1, 1, weights));
}

void clear(const Gradient& g) {
  for (size_t b = 0; g.data && g.fresh && b < g.batch; ++b)
    for (size_t c = 0; c < g.cols; ++c) std::fill_n(g.column(b, c), g.rows, Real{0});
}

}  // namespace

Var memory_hop(Var query, Var memory, Var output, std::span<const uint32_t> counts,
               std::span<const HopSettings> settings) {
  Tape& tape = *query.tape;
  const size_t batch = query.batch(), d = query.rows, slots = memory.cols;
  if (query.cols != 1 || memory.rows != d || output.rows != d || output.cols != slots || memory.batch() != batch ||
      output.batch() != batch || counts.size() != batch || settings.size() != batch)
    shapes_do_not_fit("memory_hop", {query, memory, output}, "d×1, d×slots and d×slots of one batch are needed");
  Var y = tape.make(d, 1, batch);
  Real* const weights = tape.keep<Real>(slots * batch);
  const auto u = tape.value(query), m = tape.value(memory), c = tape.value(output);
  const auto to = tape.fill(y);
  for (size_t b = 0; b < batch; ++b) {
    Real* const w = weights + b * slots;
    Real* const o = to.item(b);
    std::fill_n(o, d, Real{0});
    if (counts[b] == 0) continue;
    for (size_t i = 0; i < counts[b]; ++i) w[i] = dot(m.column(b, i), u.item(b), d);
    if (settings[b].softmax) softmax_with_nulls(w, counts[b], settings[b].nulls);
    for (size_t i = 0; i < counts[b]; ++i) add_scaled(w[i], c.column(b, i), o, d);
  }
  if (batch > 0) show(tape, weights, counts[0]);
  return tape.record(y, {query, memory, output}, [=] {
    Tape& again = *query.tape;
    const auto dy = again.gradient(y), uv = again.value(query), mv = again.value(memory), cv = again.value(output);
    const auto [du, dm, dc] = again.touch(std::array{query, memory, output});
    clear(du), clear(dm), clear(dc);
    Real* const dw = again.borrow(slots);
    for (size_t b = 0; b < batch; ++b) {
      const Real* const w = weights + b * slots;
      const Real* const d_out = dy.item(b);
      for (size_t i = 0; i < counts[b]; ++i) {
        dw[i] = dot(cv.column(b, i), d_out, d);
        if (dc.data) add_scaled(w[i], d_out, dc.column(b, i), d);
      }
      if (settings[b].softmax) {  // what the nulls take has no output, and so no gradient but through the sum
        const Real along = dot(w, static_cast<const Real*>(dw), counts[b]);
        for (size_t i = 0; i < counts[b]; ++i) dw[i] = w[i] * (dw[i] - along);
      }
      for (size_t i = 0; i < counts[b]; ++i) {
        if (du.data) add_scaled(dw[i], mv.column(b, i), du.item(b), d);
        if (dm.data) add_scaled(dw[i], uv.item(b), dm.column(b, i), d);
      }
    }
    again.give_back(dw, slots);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
