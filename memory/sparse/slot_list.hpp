#pragma once
// A list of slots whose order changes at few places.

#include "memory/sparse/slot_map.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Slots first … slots − 1, in that order at first: a circular, doubly linked list that stores only links that have
/// changed, so that a million slots need no setup. remove() and insert() with its result undo each other, the last
/// change first.
class SlotList final {
 public:
  SlotList(size_t first, size_t slots) : first_(static_cast<uint32_t>(first)), slots_(static_cast<uint32_t>(slots)) {}

  uint32_t end() const { return slots_; }  ///< no slot: after the last and before the first
  uint32_t first() const { return after(end()); }
  uint32_t last() const { return before(end()); }
  uint32_t after(uint32_t slot) const { return links_.get(slot).after ^ following(slot); }
  uint32_t before(uint32_t slot) const { return links_.get(slot).before ^ preceding(slot); }

  /// Removes a slot; returns the one before it.
  uint32_t remove(Tape& tape, uint32_t slot) {
    const uint32_t left = before(slot);
    join(tape, left, after(slot));
    return left;
  }
  /// Inserts a removed slot after `left` (end(): at the beginning).
  void insert(Tape& tape, uint32_t slot, uint32_t left) {
    const uint32_t right = after(left);
    join(tape, left, slot);
    join(tape, slot, right);
  }

 private:
  /// Each XOR its first value: 0 where nothing has changed.
  struct Links {
    uint32_t before, after;
  };

  uint32_t following(uint32_t slot) const { return slot == slots_ ? first_ : slot + 1; }
  uint32_t preceding(uint32_t slot) const { return slot == first_ ? slots_ : slot - 1; }
  void join(Tape& tape, uint32_t left, uint32_t right) {
    links_.at(tape, left).after = right ^ following(left);
    links_.at(tape, right).before = left ^ preceding(right);
  }

  uint32_t first_, slots_;
  SlotMap<Links> links_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
