#pragma once
// Search for the rows most alike to a key.

#include <cmath>
#include <cstdint>
#include <limits>

#include "autodiff/base/aligned.hpp"
#include "memory/sparse/slot_map.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A candidate row and its score. The higher score comes first; of equals the lower slot.
struct Likeness {
  Real score;
  uint32_t slot;

  /// Rounds the score of row and key. The rows that one head writes at one step are parallel, so their scores differ by
  /// rounding alone; rounded, they are equal for any order of summation. Rounded down, since what least() skips is
  /// below it.
  static Likeness of(Real score, uint32_t slot) {
    constexpr Real kStep = 128 * std::numeric_limits<Real>::epsilon();
    return {std::floor(score / kStep) * kStep, slot};
  }
  bool before(const Likeness& other) const { return score != other.score ? score > other.score : slot < other.slot; }
};

/// Keeps the best candidates offered, in order, in the caller's memory.
class Best final {
 public:
  Best() = default;
  Best(Likeness* room, size_t count) : room_(room), count_(count) {}

  size_t size() const { return size_; }
  size_t count() const { return count_; }  ///< the most that are kept
  const Likeness& operator[](size_t i) const { return room_[i]; }
  bool wants(const Likeness& one) const { return size_ < count_ || one.before(room_[size_ - 1]); }
  /// The least score that would be kept.
  Real least() const { return size_ < count_ ? -std::numeric_limits<Real>::infinity() : room_[size_ - 1].score; }
  void offer(const Likeness& one) {
    if (!wants(one)) return;
    size_t at = size_ < count_ ? size_++ : count_ - 1;
    for (; at > 0 && one.before(room_[at - 1]); --at) room_[at] = room_[at - 1];
    room_[at] = one;
  }

 private:
  Likeness* room_ = nullptr;
  size_t count_ = 0, size_ = 0;
};

/// Rows by place, contiguous.
struct Rows {
  const Real* numbers;    ///< width×count, a row in each column
  const Real* norms;      ///< 1/√(|row|² + ε) of each
  const uint32_t* slots;  ///< the slot of each row; null: its place
  size_t width, count;

  uint32_t slot(size_t place) const { return slots ? slots[place] : static_cast<uint32_t>(place); }
  const Real* row(size_t place) const { return numbers + place * width; }
};

/// 1/√(|row|² + ε), as in the cosine.
Real row_norm(const Real* row, size_t width);

/// An upper bound on the difference between two orders of summation of a product of two vectors of length 1 and that
/// width.
Real rounding(size_t width);

/// Slots that have a row of their own, with 1 + its place.
using Places = SlotMap<uint32_t>;

/// Offers every row whose slot has no row of its own to the best of each key (width×heads), by key·row/√(|row|² + ε).
/// Equal rows get equal scores, whatever their place. `room`: kScanned×heads numbers.
inline constexpr size_t kScanned = 256;
void scan(const Rows& rows, const Places* replaced, const Real* keys, size_t heads, Real* room, Best* best);

/// The interface of indexes over the rows that a memory begins with: the nearest to a key. Thread-safe.
class RowIndex {
 public:
  virtual ~RowIndex() = default;
  /// Offers what scan() offers, or the likeliest of it.
  virtual void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
                       Best* best) const = 0;
};

/// The exact index, which scans all rows.
class ExactIndex final : public RowIndex {
 public:
  void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
               Best* best) const override;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
