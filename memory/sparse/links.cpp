#include "memory/sparse/links.hpp"

#include <algorithm>
#include <bit>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The list's memory, of `count` elements whose content is lost.
template <class T>
T* grown(ArenaList<T>& list, Tape& tape, size_t count) {
  list.shrink(0);
  return list.grow(tape, count);
}

}  // namespace

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

/// The place of a row, made where there is none.
uint32_t SparseLinks::place(Side side, uint32_t slot) {
  uint32_t& place = places_[side].at(*tape_, slot);
  if (place == 0) {
    slots_.push(*tape_, {side, slot});
    std::fill_n(to_.grow(*tape_, kept_), kept_, uint32_t{0});
    std::fill_n(weights_.grow(*tape_, kept_), kept_, Real{0});
    edited_in_.push(*tape_, 0);
    place = static_cast<uint32_t>(slots_.size());
  }
  return place - 1;
}

/// The place of a row for changing; its old content is journalled once a step.
uint32_t SparseLinks::edit(Side side, uint32_t slot) {
  const uint32_t place = this->place(side, slot);
  if (edited_in_[place] == turn_) return place;
  edited_in_[place] = turn_;
  edits_.push(*tape_, place);
  std::copy_n(at(place).to, kept_, were_to_.grow(*tape_, kept_));
  std::copy_n(at(place).weights, kept_, were_weights_.grow(*tape_, kept_));
  return place;
}

/// Adds to an entry of a row that is being changed, or replaces the smallest entry. Returns the slot whose entry the
/// row does not have, or no longer has, for lack of space; else kNone.
uint32_t SparseLinks::add(size_t place, uint32_t to, Real weight) {
  const Row row = at(place);
  size_t own = kept_, smallest = 0;  // without branches, which nothing would predict
  Real least = row.weights[0];
  for (size_t i = 0; i < kept_; ++i) {
    const Real one = row.weights[i];
    own = (row.to[i] == to) & (one != 0) ? i : own;
    smallest = one < least ? i : smallest;
    least = one < least ? one : least;
  }
  if (own < kept_) {
    row.weights[own] += weight;
    return kNone;
  }
  if (weight <= row.weights[smallest]) return to;
  const uint32_t lost = row.weights[smallest] != 0 ? row.to[smallest] : kNone;
  row.to[smallest] = to;
  row.weights[smallest] = weight;
  return lost;
}

void SparseLinks::scale(size_t place, Real factor) {
  Real* const weights = at(place).weights;
  for (size_t i = 0; i < kept_; ++i) weights[i] *= factor;
}

/// Scales the entry to a slot, if there is one.
void SparseLinks::scale_entry(size_t place, uint32_t to, Real factor) {
  const Row row = at(place);
  for (size_t i = 0; i < kept_; ++i) row.weights[i] *= row.to[i] == to ? factor : 1;
}

void SparseLinks::write(std::span<const SlotWeight> weights) {
  const uint32_t precedence = edit(kPrecedence, 0);
  for (const auto& [slot, weight] : weights) {
    if (weight == 0) continue;
    const uint32_t later = edit(kLater, slot);
    // The column of this slot in P: its entries are where N's row has them.
    for (size_t i = 0; i < kept_; ++i)
      if (at(later).weights[i] != 0) scale_entry(edit(kEarlier, at(later).to[i]), slot, 1 - weight);
    scale(later, 1 - weight);
    for (size_t i = 0; i < kept_; ++i) {
      const uint32_t last = at(precedence).to[i];
      const Real share = at(precedence).weights[i];
      if (share == 0 || last == slot) continue;
      const uint32_t lost = add(later, last, weight * share);
      // What N's row has lost is removed from P too, since nothing would find it there to decay it.
      if (lost != kNone && lost != last) scale_entry(edit(kEarlier, lost), slot, 0);
      if (lost != last) add(edit(kEarlier, last), slot, weight * share);
    }
  }
  Real total = 0;
  for (const SlotWeight& one : weights) total += one.weight;
  scale(precedence, std::max<Real>(0, 1 - total));
  for (const auto& [slot, weight] : weights)
    if (weight != 0) add(precedence, slot, weight);
}

size_t SparseLinks::commit() {
  ++turn_;
  marks_.push(*tape_, {edits_.size()});
  return marks_.size();
}

void SparseLinks::rollback(size_t steps) {
  if (steps >= marks_.size()) return;
  for (const size_t until = steps == 0 ? 0 : marks_[steps - 1].edits; edits_.size() > until;) {
    const Row row = at(edits_.back());
    const size_t from = were_to_.size() - kept_;
    std::copy_n(were_to_.data() + from, kept_, row.to);
    std::copy_n(were_weights_.data() + from, kept_, row.weights);
    were_to_.shrink(from);
    were_weights_.shrink(from);
    edits_.shrink(edits_.size() - 1);
  }
  marks_.shrink(steps);
}

/// Adds up what leads to each slot in a table by slot.
void SparseLinks::follow(Side side, std::span<const SlotWeight> read, std::span<SlotWeight> found) {
  const size_t capacity = std::bit_ceil(2 * read.size() * kept_);
  SlotWeight* const table = grown(led_to_, *tape_, capacity);
  std::fill_n(table, capacity, SlotWeight{kNone, 0});
  uint32_t* const used = grown(used_, *tape_, capacity);
  size_t count = 0;
  for (const auto& [slot, weight] : read) {
    const uint32_t place = places_[side].get(slot);
    if (place == 0) continue;
    const Row row = at(place - 1);
    for (size_t i = 0; i < kept_; ++i) {
      const Real share = row.weights[i] * weight;
      if (share == 0) continue;
      size_t at = hashed(row.to[i]) >> 16 & (capacity - 1);
      while (table[at].slot != kNone && table[at].slot != row.to[i]) at = (at + 1) & (capacity - 1);
      if (table[at].slot == kNone) used[count++] = static_cast<uint32_t>(at);
      table[at] = {row.to[i], table[at].weight + share};
    }
  }
  Best best(grown(best_, *tape_, found.size()), found.size());
  for (size_t i = 0; i < count; ++i) best.offer({table[used[i]].weight, table[used[i]].slot});
  for (size_t i = 0; i < found.size(); ++i)
    found[i] = i < best.size() ? SlotWeight{best[i].slot, best[i].score} : SlotWeight{0, 0};
}

void SparseLinks::put(size_t column, Real* numbers) const {
  *numbers++ = static_cast<Real>(slots_[column].side);
  *numbers++ = static_cast<Real>(slots_[column].slot);
  for (size_t i = 0; i < kept_; ++i) {
    *numbers++ = static_cast<Real>(to_[column * kept_ + i]);
    *numbers++ = weights_[column * kept_ + i];
  }
}

void SparseLinks::take(const Real* numbers) {
  const Row row = at(place(static_cast<Side>(numbers[0]), static_cast<uint32_t>(numbers[1])));
  for (size_t i = 0; i < kept_; ++i) {
    row.to[i] = static_cast<uint32_t>(numbers[2 + 2 * i]);
    row.weights[i] = numbers[3 + 2 * i];
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
