#include <algorithm>
#include <array>
#include <cmath>

#include "attention/fused/multi_head.hpp"
#include "attention/fused/step_kernels.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The slots of each item that are there, in order: those of item b begin at slots·b.
struct Present {
  const uint32_t* slots;
  const uint32_t* counts;
  std::span<const uint32_t> of(size_t item, size_t all) const { return {slots + item * all, counts[item]}; }
};

Present present(Tape& tape, std::optional<Var> there, size_t slots, size_t batch) {
  auto* const chosen = tape.keep<uint32_t>(slots * batch);
  auto* const counts = tape.keep<uint32_t>(batch);
  for (size_t b = 0; b < batch; ++b) {
    const Real* mask = there ? tape.value(*there).item(b) : nullptr;
    uint32_t count = 0;
    for (uint32_t i = 0; i < slots; ++i)
      if (!mask || mask[i] != 0) chosen[b * slots + count++] = i;
    counts[b] = count;
  }
  return {chosen, counts};
}

/// The columns of a head's rows, from `row` on, for the slots that are there: width×count.
void gather(Window<const Real> x, size_t item, size_t row, size_t width, std::span<const uint32_t> slots, Real* to) {
  for (const uint32_t slot : slots) to = std::copy_n(x.column(item, slot) + row, width, to);
}
/// The same transposed, times a factor: count×width.
void gather_turned(Window<const Real> x, size_t item, size_t row, size_t width, std::span<const uint32_t> slots,
                   Real factor, Real* to) {
  for (size_t i = 0; i < slots.size(); ++i) {
    const Real* from = x.column(item, slots[i]) + row;
    for (size_t w = 0; w < width; ++w) to[w * slots.size() + i] = factor * from[w];
  }
}
void add_back(const Real* from, const Gradient& d, size_t item, size_t row, size_t width,
              std::span<const uint32_t> slots) {
  for (const uint32_t slot : slots) {
    add_scaled(1, from, d.column(item, slot) + row, width);
    from += width;
  }
}

void check_across(Var queries, Var remembered, std::optional<Var> there, size_t heads) {
  if (heads == 0 || queries.rows % heads != 0 || queries.cols == 0 || remembered.cols == 0 ||
      remembered.rows != 2 * queries.rows || remembered.batch() != queries.batch())
    shapes_do_not_fit("attend_across", {queries, remembered},
                      "key and value need the queries' rows each, which the heads divide");
  if (there && (there->rows != remembered.cols || there->cols != 1 || there->batch() != queries.batch()))
    shapes_do_not_fit("attend_across", {remembered, *there}, "the mask needs a row for each slot, and one column");
}

}  // namespace

Var attend_across(Var queries, Var remembered, std::optional<Var> there, size_t heads, Var* weights) {
  check_across(queries, remembered, there, heads);
  Tape& tape = *queries.tape;
  const size_t size = queries.rows, targets = queries.cols, slots = remembered.cols, batch = queries.batch();
  const size_t width = size / heads, square = slots * targets;
  const Real scale_by = 1 / std::sqrt(static_cast<Real>(width));
  const Present all_present = present(tape, there, slots, batch);
  Var y = tape.make(size, targets, batch);
  // (Slots that are there)×queries, for each head of each item, kept where somebody needs them later.
  const size_t kept = tape.recording() || weights ? heads * batch : 1;
  Real* all_weights = tape.keep<Real>(square * kept);
  Real* keys = tape.keep<Real>(slots * width);
  Real* values = tape.keep<Real>(slots * width);
  {
    const auto q = tape.value(queries), memory = tape.value(remembered);
    const auto out = tape.fill(y);
    for (size_t b = 0; b < batch; ++b) {
      const auto here = all_present.of(b, slots);
      const size_t count = here.size();
      if (count == 0) std::fill_n(out.item(b), size * targets, Real{0});
      for (size_t h = 0; h < heads && count > 0; ++h) {
        Real* w = all_weights + (b * heads + h) % kept * square;
        gather_turned(memory, b, h * width, width, here, scale_by, keys);
        gather(memory, b, size + h * width, width, here, values);
        gemm(kAsIs, kAsIs, count, targets, width, keys, count, q.item(b) + h * width, q.leading, false, w, count);
        for (size_t t = 0; t < targets; ++t) softmax_column(w + t * count, w + t * count, count);
        gemm(kAsIs, kAsIs, width, targets, count, values, width, w, count, false, out.item(b) + h * width, size);
      }
    }
  }
  if (weights) {
    *weights = tape.filled(slots, heads * targets, batch, 0);
    const auto to = tape.fill(*weights);
    for (size_t b = 0; b < batch; ++b) {
      const auto here = all_present.of(b, slots);
      for (size_t h = 0; h < heads; ++h)
        for (size_t t = 0; t < targets; ++t)
          for (size_t i = 0; i < here.size(); ++i)
            to.column(b, t * heads + h)[here[i]] = all_weights[(b * heads + h) * square + t * here.size() + i];
    }
  }

  tape.tell([=, &tape] {
    OpWork work;
    for (size_t b = 0; b < batch; ++b) {
      const size_t count = all_present.counts[b];
      const Work product = heads * product_work(count, targets, width);
      const size_t products = 1 + tape.wants(queries) + 2 * tape.wants(remembered);
      work.forward += 2 * product + heads * count * (width * Work{1} + targets * kSoftmaxWork);
      work.back += products * product + heads * count * targets * kSoftmaxBackWork;
    }
    return work;
  });
  return tape.record(y, {queries, remembered}, [=] {
    Tape& t = *y.tape;
    const auto dy = t.gradient(y), q = t.value(queries), memory = t.value(remembered);
    const auto [dq, dmemory] = t.touch(std::array{queries, remembered});
    if (dq.data && dq.fresh) set_to_zero(dq);
    if (dmemory.data && dmemory.fresh) set_to_zero(dmemory);
    Real* turned = t.borrow(slots * width);  // values, for the scores' gradient; then the gradients of keys and values
    Real* dscores = t.borrow(square);
    for (size_t b = 0; b < batch; ++b) {
      const auto here = all_present.of(b, slots);
      const size_t count = here.size();
      for (size_t h = 0; h < heads && count > 0; ++h) {
        const Real* w = all_weights + (b * heads + h) * square;
        const Real *query = q.item(b) + h * width, *g = dy.item(b) + h * width;
        gather_turned(memory, b, size + h * width, width, here, 1, turned);
        gemm(kAsIs, kAsIs, count, targets, width, turned, count, g, dy.leading, false, dscores, count);
        for (size_t i = 0; i < targets; ++i) softmax_column_back(w + i * count, dscores + i * count, count, scale_by);
        if (dq.data) {
          gather(memory, b, h * width, width, here, turned);
          gemm(kAsIs, kAsIs, width, targets, count, turned, width, dscores, count, true, dq.item(b) + h * width,
               dq.leading);
        }
        if (!dmemory.data) continue;
        gemm(kAsIs, kTurned, width, count, targets, query, q.leading, dscores, count, false, turned, width);
        add_back(turned, dmemory, b, h * width, width, here);
        gemm(kAsIs, kTurned, width, count, targets, g, dy.leading, w, count, false, turned, width);
        add_back(turned, dmemory, b, size + h * width, width, here);
      }
    }
    t.give_back(dscores, square);
    t.give_back(turned, slots * width);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
