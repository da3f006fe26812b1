#include "memory/sparse/links.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

std::span<SlotWeight> each_slot_once(std::span<SlotWeight> weights) {
  std::sort(weights.begin(), weights.end(), [](const SlotWeight& a, const SlotWeight& b) { return a.slot < b.slot; });
  size_t distinct = 0;
  for (const SlotWeight& one : weights) {
    if (distinct > 0 && weights[distinct - 1].slot == one.slot)
      weights[distinct - 1].weight += one.weight;
    else
      weights[distinct++] = one;
  }
  return weights.first(distinct);
}

const SlotWeight* SparseLinks::row_or_none(Side side, uint32_t slot) const {
  const uint32_t place = places_[side].get(slot);
  return place == 0 ? nullptr : entries_.data() + (place - 1) * kept_;
}

SlotWeight* SparseLinks::row(Side side, uint32_t slot) {
  uint32_t& place = places_[side].at(*tape_, slot);
  if (place == 0) {
    slots_.push(*tape_, {side, slot});
    std::fill_n(entries_.grow(*tape_, kept_), kept_, SlotWeight{0, 0});
    place = static_cast<uint32_t>(slots_.size());
  }
  return entries_.data() + (place - 1) * kept_;
}

/// A row for changing; its old content is journalled.
SlotWeight* SparseLinks::edit(Side side, uint32_t slot) {
  SlotWeight* const at = row(side, slot);
  edits_.push(*tape_, places_[side].get(slot) - 1);
  std::copy_n(at, kept_, were_.grow(*tape_, kept_));
  return at;
}

/// Adds to an entry of a row that is being changed, or replaces the smallest entry. Returns the slot whose entry the
/// row does not have, or no longer has, for lack of space; else kNone.
uint32_t SparseLinks::add(Side side, uint32_t slot, uint32_t to, Real weight) {
  SlotWeight* const at = row(side, slot);
  SlotWeight* smallest = at;
  for (size_t i = 0; i < kept_; ++i) {
    if (at[i].weight != 0 && at[i].slot == to) {
      at[i].weight += weight;
      return kNone;
    }
    if (at[i].weight < smallest->weight) smallest = at + i;
  }
  if (weight <= smallest->weight) return to;
  const uint32_t lost = smallest->weight != 0 ? smallest->slot : kNone;
  *smallest = {to, weight};
  return lost;
}

/// An entry that N's row of a slot has lost is removed from P too, since nothing would find it there to decay it.
void SparseLinks::forget(uint32_t earlier, uint32_t slot) {
  SlotWeight* const at = edit(kEarlier, earlier);
  for (size_t i = 0; i < kept_; ++i)
    if (at[i].slot == slot) at[i].weight = 0;
}

void SparseLinks::write(std::span<const SlotWeight> weights) {
  SlotWeight* const before = tape_->keep<SlotWeight>(kept_);
  std::copy_n(row(kPrecedence, 0), kept_, before);
  for (const auto& [slot, weight] : weights) {
    if (weight == 0) continue;
    // The column of this slot in P: its entries are where N's row has them.
    SlotWeight* later = edit(kLater, slot);
    SlotWeight* const of_row = tape_->keep<SlotWeight>(kept_);
    std::copy_n(later, kept_, of_row);
    for (size_t i = 0; i < kept_; ++i) later[i].weight *= 1 - weight;
    for (size_t i = 0; i < kept_; ++i) {
      if (of_row[i].weight == 0) continue;
      SlotWeight* const earlier = edit(kEarlier, of_row[i].slot);
      for (size_t k = 0; k < kept_; ++k)
        if (earlier[k].slot == slot) earlier[k].weight *= 1 - weight;
    }
    for (size_t i = 0; i < kept_; ++i) {
      const auto& [last, share] = before[i];
      if (share == 0 || last == slot) continue;
      const uint32_t lost = add(kLater, slot, last, weight * share);
      if (lost != kNone && lost != last) forget(lost, slot);
      if (lost == last) continue;
      edit(kEarlier, last);
      add(kEarlier, last, slot, weight * share);
    }
  }
  Real total = 0;
  for (const SlotWeight& one : weights) total += one.weight;
  SlotWeight* const precedence = edit(kPrecedence, 0);
  for (size_t i = 0; i < kept_; ++i) precedence[i].weight *= std::max<Real>(0, 1 - total);
  for (const auto& [slot, weight] : weights)
    if (weight != 0) add(kPrecedence, 0, slot, weight);
}

size_t SparseLinks::commit() {
  marks_.push(*tape_, {edits_.size()});
  return marks_.size();
}

void SparseLinks::rollback(size_t steps) {
  if (steps >= marks_.size()) return;
  for (const size_t until = steps == 0 ? 0 : marks_[steps - 1].edits; edits_.size() > until;) {
    std::copy_n(were_.data() + were_.size() - kept_, kept_, entries_.data() + edits_.back() * kept_);
    were_.shrink(were_.size() - kept_);
    edits_.shrink(edits_.size() - 1);
  }
  marks_.shrink(steps);
}

void SparseLinks::follow(Side side, std::span<const SlotWeight> read, std::span<SlotWeight> found) const {
  SlotWeight* const all = tape_->keep<SlotWeight>(read.size() * kept_);
  size_t count = 0;
  for (const auto& [slot, weight] : read) {
    const SlotWeight* const links = row_or_none(side, slot);
    for (size_t i = 0; links && i < kept_; ++i)
      if (links[i].weight * weight != 0) all[count++] = {links[i].slot, links[i].weight * weight};
  }
  const std::span<SlotWeight> led_to = each_slot_once({all, count});
  const size_t given = std::min(led_to.size(), found.size());
  std::partial_sort(all, all + given, all + led_to.size(), [](const SlotWeight& a, const SlotWeight& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  });
  std::copy_n(all, given, found.begin());
  std::fill(found.begin() + static_cast<std::ptrdiff_t>(given), found.end(), SlotWeight{0, 0});
}

void SparseLinks::put(size_t column, Real* numbers) const {
  *numbers++ = static_cast<Real>(slots_[column].side);
  *numbers++ = static_cast<Real>(slots_[column].slot);
  for (size_t i = 0; i < kept_; ++i) {
    *numbers++ = static_cast<Real>(entries_[column * kept_ + i].slot);
    *numbers++ = entries_[column * kept_ + i].weight;
  }
}

void SparseLinks::take(const Real* numbers) {
  SlotWeight* const at = row(static_cast<Side>(numbers[0]), static_cast<uint32_t>(numbers[1]));
  for (size_t i = 0; i < kept_; ++i) at[i] = {static_cast<uint32_t>(numbers[2 + 2 * i]), numbers[3 + 2 * i]};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
