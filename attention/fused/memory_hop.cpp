#include "attention/fused/memory_hop.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/fresh_gradient.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Slots are padded to whole registers with values that change nothing: a few slots do not fill one.
size_t padded(size_t slots) {
  constexpr size_t kLanes = LanesOf<Real>::kCount;
  return (slots + kLanes - 1) / kLanes * kLanes;
}

constexpr Real kNever = -std::numeric_limits<Real>::infinity();

/// Turns scores into weights; those of padding (kNever) become 0. `nulls` further slots have score 0.
void softmax_with_nulls(Real* weights, size_t slots, size_t nulls) {
  const size_t count = padded(slots);
  const Real top = nulls > 0 ? std::max(largest(weights, count), Real{0}) : largest(weights, count);
#pragma GCC ivdep
  for (size_t i = 0; i < count; ++i) weights[i] = fast::exp(weights[i] - top);
  const Real of_nulls = nulls > 0 ? static_cast<Real>(nulls) * fast::exp(-top) : Real{0};
  const Real inverse = 1 / (total<Real>(weights, count) + of_nulls);
  for (size_t i = 0; i < count; ++i) weights[i] *= inverse;
}

typedef Real Two __attribute__((vector_size(2 * sizeof(Real))));
typedef Real Four __attribute__((vector_size(4 * sizeof(Real))));
typedef Real Eight __attribute__((vector_size(8 * sizeof(Real))));

/// Rows of a column side by side: V is one register or one number.
template <class V>
struct SideBySide {
  static V load(const Real* x) {
    V v;
    std::memcpy(&v, x, sizeof v);
    return v;
  }
  static void store(Real* x, V v) { std::memcpy(x, &v, sizeof v); }
  static Real sum(V v) {
    if constexpr (std::is_same_v<V, Real>)
      return v;
    else
      return lanes_added(v);
  }
};

/// Calls body(rows, first) along 0 … d − 1: whole registers first, then the remainder by halves. Columns are short: one
/// by one, the last four rows of twenty would cost more than the first sixteen.
template <class Body>
[[gnu::always_inline]] inline void in_rows(size_t d, Body body) {
  constexpr size_t kMost = LanesOf<Real>::kCount;
  size_t r = 0;
  for (; r + kMost <= d; r += kMost) body(SideBySide<Lanes<Real>>{}, r);
  const auto rest = [&](auto rows, size_t count) {
    if (r + count > d) return;
    body(rows, r);
    r += count;
  };
  if constexpr (kMost > 8) rest(SideBySide<Eight>{}, 8);
  if constexpr (kMost > 4) rest(SideBySide<Four>{}, 4);
  if constexpr (kMost > 2) rest(SideBySide<Two>{}, 2);
  rest(SideBySide<Real>{}, 1);
}

/// to = mᵀ·v, padded to the end of the last register with `beyond`.
void scores(const Real* m, size_t leading, size_t slots, const Real* v, size_t d, Real beyond, Real* __restrict to) {
  constexpr size_t kLanes = LanesOf<Real>::kCount;
  if (d >= kLanes) {  // a register of slots at a time; the last slot is repeated where fewer are left
    using Register = SideBySide<Lanes<Real>>;
    const size_t last = d - kLanes, taken = (d - 1) / kLanes * kLanes;
    const Lanes<Real> last_part = lanes_from<Real>(taken - last, Register::load(v + last));
    for (size_t first = 0; first < slots; first += kLanes) {
      const Real* columns[kLanes];
      Lanes<Real> sums[kLanes];
      for (size_t i = 0; i < kLanes; ++i) columns[i] = m + std::min(first + i, slots - 1) * leading;
      for (size_t i = 0; i < kLanes; ++i) sums[i] = Register::load(columns[i] + last) * last_part;
      for (size_t r = 0; r < taken; r += kLanes)
        for (size_t i = 0; i < kLanes; ++i) sums[i] += Register::load(columns[i] + r) * Register::load(v + r);
      Register::store(to + first, lanes_before(slots - first, each_added(sums), beyond));
    }
    return;
  }
  std::fill_n(to, slots, Real{0});
  std::fill(to + slots, to + padded(slots), beyond);
  in_rows(d, [&](auto rows, size_t r) {
    const auto part = rows.load(v + r);
    for (size_t i = 0; i < slots; ++i) to[i] += rows.sum(rows.load(m + i * leading + r) * part);
  });
}

/// to += m·w
void add_columns(const Real* m, size_t leading, size_t slots, const Real* w, size_t d, Real* to) {
  in_rows(d, [&](auto rows, size_t r) {
    auto sum = rows.load(to + r);
    for (size_t i = 0; i < slots; ++i) sum += w[i] * rows.load(m + i * leading + r);
    rows.store(to + r, sum);
  });
}

/// to += v·wᵀ
void add_outer(Real* to, size_t leading, size_t slots, const Real* w, const Real* v, size_t d) {
  in_rows(d, [&](auto rows, size_t r) {
    const auto part = rows.load(v + r);
    for (size_t i = 0; i < slots; ++i) {
      Real* const at = to + i * leading + r;
      rows.store(at, rows.load(at) + w[i] * part);
    }
  });
}

void show(Tape& tape, const Real* weights, size_t count, bool softmax) {
  const View view = softmax ? kHopView : View{kHopView.rows, kHopView.columns}.called(kHopView.title);
  if (tape.watcher()) watch("hop/weights", tape.constant(count, 1, 1, weights), view);
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
  const size_t places = padded(slots);
  Real* const weights = tape.keep<Real>(places * batch);
  const auto u = tape.value(query), m = tape.value(memory), c = tape.value(output);
  const auto to = tape.fill(y);
  // Each stage runs over all items: while one item waits for a sum over lanes or an exponential, others compute.
  for (size_t b = 0; b < batch; ++b)
    scores(m.item(b), m.leading, counts[b], u.item(b), d, settings[b].softmax ? kNever : 0, weights + b * places);
  for (size_t b = 0; b < batch; ++b)
    if (settings[b].softmax && counts[b] > 0) softmax_with_nulls(weights + b * places, counts[b], settings[b].nulls);
  std::fill_n(to.data, d * batch, Real{0});
  for (size_t b = 0; b < batch; ++b) add_columns(c.item(b), c.leading, counts[b], weights + b * places, d, to.item(b));
  if (batch > 0) show(tape, weights, counts[0], settings[0].softmax);
  tape.tell([&] {
    OpWork work;
    const size_t wanted = tape.wants(query) + tape.wants(memory) + tape.wants(output);
    for (size_t b = 0; b < batch; ++b) {
      const Work product = product_work(counts[b], 1, d);
      work.forward += 2 * product;
      work.back += (1 + wanted) * product;
      if (!settings[b].softmax) continue;
      work.forward += counts[b] * kSoftmaxWork;
      work.back += counts[b] * kSoftmaxBackWork;
    }
    return work;
  });
  return tape.record(y, {query, memory, output}, [=] {
    Tape& again = *query.tape;
    const auto dy = again.gradient(y), uv = again.value(query), mv = again.value(memory), cv = again.value(output);
    const auto [du, dm, dc] = again.touch(std::array{query, memory, output});
    clear_if_fresh(du), clear_if_fresh(dm), clear_if_fresh(dc);
    Real* const dweights = again.borrow(places * batch);
    for (size_t b = 0; b < batch; ++b)
      scores(cv.item(b), cv.leading, counts[b], dy.item(b), d, 0, dweights + b * places);
    for (size_t b = 0; b < batch; ++b)  // the nulls' output is 0, so their gradient comes through the sum alone
      if (settings[b].softmax) softmax_column_back(weights + b * places, dweights + b * places, padded(counts[b]), 1);
    for (size_t b = 0; b < batch; ++b) {
      const Real *const w = weights + b * places, *const dw = dweights + b * places;
      if (dc.data) add_outer(dc.item(b), dc.leading, counts[b], w, dy.item(b), d);
      if (du.data) add_columns(mv.item(b), mv.leading, counts[b], dw, d, du.item(b));
      if (dm.data) add_outer(dm.item(b), dm.leading, counts[b], dw, uv.item(b), d);
    }
    again.give_back(dweights, places * batch);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
