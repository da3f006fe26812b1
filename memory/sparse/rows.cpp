#include "memory/sparse/rows.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/base/lanes.hpp"
#include "autodiff/base/large_pages.hpp"
#include "autodiff/base/random.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

SparseBeginning::SparseBeginning(size_t slots, size_t width, size_t filled)
    : slots_(slots), width_(width), norms_(filled), index_(std::make_unique<ExactIndex>()) {
  Stream stream(0, Split::kTrain, Purpose::kParameters, 0);
  const Real deviation = 1 / std::sqrt(static_cast<Real>(width));
  resize_in_large_pages(rows_, filled * width);
  for (Real& x : rows_) x = deviation * static_cast<Real>(stream.normal());
  for (size_t slot = 0; slot < filled; ++slot) norms_[slot] = row_norm(rows_.data() + slot * width, width);
}

SparseRows::Row SparseRows::row(uint32_t slot) const {
  const uint32_t at = place(slot);
  if (at != kNone) return {rows_.data() + at * width(), norms_[at], at};
  const Rows first = beginning();
  if (slot < first.count) return {first.row(slot), first.norms[slot], kNone};
  return {nullptr, 0, kNone};
}

void SparseRows::oldest(std::span<uint32_t> found) const {
  uint32_t slot = by_access_.end();
  for (uint32_t& one : found) one = slot = by_access_.after(slot);
}

void SparseRows::nearest(const Real* keys, size_t heads, size_t count, Likeness* found) {
  Best* const best = tape_->keep<Best>(heads);
  for (size_t h = 0; h < heads; ++h) best[h] = Best(found + h * count, count);
  renew_small();
  Real* const room = tape_->borrow(2 * heads);
  small_.scan(written_rows(), keys, heads, room, best);
  tape_->give_back(room, 2 * heads);
  if (beginning().count > 0) beginning_->index().nearest(*tape_, beginning(), place_of_, keys, heads, best);
  for (size_t h = 0; h < heads; ++h)
    for (uint32_t slot = blank_.first(); slot != blank_.end() && best[h].wants({0, slot}); slot = blank_.after(slot))
      best[h].offer({0, slot});
}

/// A slot's row for changing; its old content is journalled once a step.
Real* SparseRows::edit(uint32_t slot) {
  uint32_t at = place(slot);
  if (at == kNone) {
    at = static_cast<uint32_t>(slot_of_.size());
    const Rows first = beginning();
    const bool was_blank = slot >= first.count;
    records_.push(*tape_, {Kind::kUsed, slot, was_blank ? blank_.remove(*tape_, slot) : kNone, false});
    slot_of_.push(*tape_, slot);
    place_of_.at(*tape_, slot) = at + 1;
    norms_.push(*tape_, 0);
    Real* const to = rows_.grow(*tape_, width());
    if (was_blank)
      std::fill_n(to, width(), Real{0});
    else
      std::copy_n(first.row(slot), width(), to);
    edited_.push(*tape_, at);
    is_edited_.push(*tape_, 1);
    if (at == is_stale_.size()) is_stale_.push(*tape_, 0);
  } else if (!is_edited_[at]) {
    records_.push(*tape_, {Kind::kRow, at, kNone, false});
    Real* const was = numbers_.grow(*tape_, width() + 1);
    std::copy_n(rows_.data() + at * width(), width(), was);
    was[width()] = norms_[at];
    edited_.push(*tape_, at);
    is_edited_[at] = 1;
  }
  return rows_.data() + at * width();
}

void SparseRows::erase(uint32_t slot) {
  if (row(slot).numbers) std::fill_n(edit(slot), width(), Real{0});
}

void SparseRows::add(uint32_t slot, Real weight, const Real* vector) {
  Real* const to = edit(slot);
  in_lanes<Real>(width(), [&](auto at) { at.put(to, at(to) + weight * at(vector)); });
}

void SparseRows::written() {
  for (size_t i = 0; i < edited_.size(); ++i) {
    const uint32_t at = edited_[i];
    norms_[at] = row_norm(rows_.data() + at * width(), width());
    is_edited_[at] = 0;
    has_changed(at);
  }
  edited_.shrink(0);
}

void SparseRows::has_changed(uint32_t place) {
  if (is_stale_[place]) return;
  is_stale_[place] = 1;
  stale_.push(*tape_, place);
}

void SparseRows::renew_small() {
  for (size_t i = 0; i < stale_.size(); ++i) {
    const uint32_t at = stale_[i];
    is_stale_[at] = 0;
    if (at < slot_of_.size()) small_.set(*tape_, at, rows_.data() + at * width(), width(), norms_[at]);
  }
  stale_.shrink(0);
}

void SparseRows::access(uint32_t slot) {
  uint32_t& was = was_accessed_.at(*tape_, slot);
  records_.push(*tape_, {Kind::kAccessed, slot, by_access_.remove(*tape_, slot), was == 0});
  accessed_ += was == 0;
  was = 1;
  by_access_.insert(*tape_, slot, by_access_.last());
}

size_t SparseRows::commit() {
  marks_.push(*tape_, {records_.size(), ++serial_});
  return marks_.size();
}

void SparseRows::undo(const Record& record) {
  if (record.kind == Kind::kAccessed) {
    by_access_.remove(*tape_, record.at);
    by_access_.insert(*tape_, record.at, record.was);
    if (record.first) {
      was_accessed_.at(*tape_, record.at) = 0;
      --accessed_;
    }
  } else if (record.kind == Kind::kRow) {
    const size_t from = numbers_.size() - (width() + 1);
    std::copy_n(numbers_.data() + from, width(), rows_.data() + record.at * width());
    norms_[record.at] = numbers_.back();
    has_changed(record.at);
    numbers_.shrink(from);
  } else {  // the last place
    const size_t at = slot_of_.size() - 1;
    forget_gradient(static_cast<uint32_t>(at));
    if (record.was != kNone) blank_.insert(*tape_, record.at, record.was);
    place_of_.at(*tape_, record.at) = 0;
    slot_of_.shrink(at);
    norms_.shrink(at);
    is_edited_.shrink(at);
    rows_.shrink(at * width());
  }
}

void SparseRows::rollback(size_t steps) {
  if (steps >= marks_.size()) return;
  for (const size_t until = steps == 0 ? 0 : marks_[steps - 1].records; records_.size() > until;) {
    undo(records_.back());
    records_.shrink(records_.size() - 1);
  }
  marks_.shrink(steps);
}

Real* SparseRows::gradient(uint32_t place) {
  if (has_gradient_.size() < slot_of_.size()) {
    const size_t more = slot_of_.size() - has_gradient_.size();
    std::fill_n(has_gradient_.grow(*tape_, more), more, uint8_t{0});
    gradients_.grow(*tape_, more * width());
  }
  Real* const at = gradients_.data() + place * width();
  if (!has_gradient_[place]) {
    has_gradient_[place] = 1;
    std::fill_n(at, width(), Real{0});
  }
  return at;
}

void SparseRows::accessed(std::span<uint32_t> found) const {
  uint32_t slot = by_access_.end();
  for (size_t i = found.size(); i-- > 0;) {
    const bool any = found.size() - i <= accessed_;
    if (any) slot = by_access_.before(slot);
    found[i] = any ? slot : kNone;
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
