#include "memory/sparse/write.hpp"

#include <algorithm>

#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void write_rows(SparseRows& rows, const HeadWrite& head, SlotWeight* written) {
  const auto put = [&](uint32_t slot, Real weight) {
    *written++ = {slot, weight};
    if (weight != 0) rows.add(slot, weight, head.vector);
  };
  for (size_t k = 0; k < head.reads; ++k)
    put(static_cast<uint32_t>(head.slots[k]), head.amount * head.gate * head.weights[k]);
  put(head.oldest, head.amount * (1 - head.gate));
}

void back_through_write(SparseRows& rows, const HeadWrite& head, const WriteGradients& to) {
  const Real amount = head.amount, gate = head.gate;
  // The gradient rule of M += weight·a at a slot; returns dM·a.
  const auto back = [&](uint32_t slot, Real weight) -> Real {
    const Real* const drow = rows.gradient_or_none(rows.place(slot));
    if (!drow) return 0;
    if (to.vector) in_lanes<Real>(rows.width(), [&](auto at) { at.put(to.vector, at(to.vector) + weight * at(drow)); });
    return dot<Real>(drow, head.vector, rows.width());
  };
  Real along_read = 0;  // Σ_k w′(k)·dM(s_k)·a
  for (size_t k = 0; k < head.reads; ++k) {
    const Real met = back(static_cast<uint32_t>(head.slots[k]), amount * gate * head.weights[k]);
    along_read += head.weights[k] * met;
    if (to.weights) to.weights[k] += amount * gate * met;
  }
  const Real met = back(head.oldest, amount * (1 - gate));
  if (to.amount) *to.amount += gate * along_read + (1 - gate) * met;
  if (to.gate) *to.gate += amount * (along_read - met);
}

void access_slots(SparseRows& rows, std::span<SlotWeight> weights, Real delta) {
  for (const SlotWeight& one : each_slot_once(weights))
    if (one.weight > delta) rows.access(one.slot);
}

void write_links(SparseLinks& links, std::span<const SlotWeight> weights, SlotWeight* room) {
  std::copy(weights.begin(), weights.end(), room);
  const std::span<SlotWeight> of_slots = each_slot_once({room, weights.size()});
  Real total = 0;
  for (const SlotWeight& one : of_slots) total += one.weight;
  for (size_t i = 0; total > 1 && i < of_slots.size(); ++i) of_slots[i].weight /= total;
  links.write(of_slots);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
