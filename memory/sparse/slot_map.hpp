#pragma once
// Values for a few slots among very many.

#include <algorithm>
#include <cstdint>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A growing list in the tape's arena, gone with the tape's round.
template <class T>
class ArenaList final {
 public:
  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  /// Truncates it to its first `count` elements.
  void shrink(size_t count) { size_ = count; }
  /// Appends `count` uninitialised elements; returns a pointer to them.
  T* grow(Tape& tape, size_t count) {
    if (size_ + count > capacity_) {
      capacity_ = std::max<size_t>({2 * capacity_, size_ + count, 64});
      T* const moved = tape.keep<T>(capacity_);
      std::copy_n(data_, size_, moved);
      data_ = moved;
    }
    size_ += count;
    return data_ + size_ - count;
  }
  void push(Tape& tape, T value) { *grow(tape, 1) = value; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

/// Fibonacci hashing: neighbours are far apart, in the highest bits most.
constexpr uint32_t hashed(uint32_t slot) { return slot * 0x9E3779B9u; }

/// A map slot → T in the tape's arena; T{} for all slots that at() was not called for. Its size depends on those alone.
template <class T>
class SlotMap final {
 public:
  T get(uint32_t slot) const {
    if (capacity_ == 0) return T{};
    const Entry& entry = table_[find(slot)];
    return entry.key == slot + 1 ? entry.value : T{};
  }
  /// For changing; valid until the next call of at().
  T& at(Tape& tape, uint32_t slot) {
    if (2 * (count_ + 1) > capacity_) grow(tape);
    Entry& entry = table_[find(slot)];
    if (entry.key == 0) {
      entry = {slot + 1, T{}};
      ++count_;
    }
    return entry.value;
  }

 private:
  struct Entry {
    uint32_t key;  ///< slot + 1; 0: free
    T value;
  };

  /// The slot's position, or where it would be.
  size_t find(uint32_t slot) const {
    size_t i = hashed(slot) >> shift_;
    while (table_[i].key != 0 && table_[i].key != slot + 1) i = (i + 1) & (capacity_ - 1);
    return i;
  }
  void grow(Tape& tape) {
    const Entry* const old = table_;
    const size_t old_capacity = capacity_;
    capacity_ = std::max<size_t>(2 * capacity_, 64);
    shift_ = 32;
    for (size_t i = capacity_; i > 1; i /= 2) --shift_;
    table_ = tape.keep<Entry>(capacity_);
    std::fill_n(table_, capacity_, Entry{0, T{}});
    for (size_t i = 0; i < old_capacity; ++i)
      if (old[i].key != 0) table_[find(old[i].key - 1)] = old[i];
  }

  Entry* table_ = nullptr;
  size_t capacity_ = 0, count_ = 0;  ///< a power of two; at most half is in use
  unsigned shift_ = 32;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
