#pragma once
// Finding the rows that are most alike to a key.

#include <cmath>
#include <cstdint>
#include <limits>

#include "autodiff/base/aligned.hpp"
#include "memory/sparse/slot_map.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A row that may be read, and how alike it is to the key. One comes before another if it is more alike; of equals the
/// lower slot.
struct Likeness {
  Real score;
  uint32_t slot;

  /// Of the score of row and key. What a head writes at one step are parallel rows, whose scores differ by rounding
  /// alone: they are to be equals, whatever the order of a sum. Rounded down, for what is passed over by least() is
  /// below it.
  static Likeness of(Real score, uint32_t slot) {
    constexpr Real kStep = 128 * std::numeric_limits<Real>::epsilon();
    return {std::floor(score / kStep) * kStep, slot};
  }
  bool before(const Likeness& other) const { return score != other.score ? score > other.score : slot < other.slot; }
};

/// Keeps the best of what it is offered, in order, in the caller's memory.
class Best final {
 public:
  Best() = default;
  Best(Likeness* room, size_t count) : room_(room), count_(count) {}

  size_t size() const { return size_; }
  size_t count() const { return count_; }  ///< that are kept at most
  const Likeness& operator[](size_t i) const { return room_[i]; }
  bool wants(const Likeness& one) const { return size_ < count_ || one.before(room_[size_ - 1]); }
  /// What a score must reach to be wanted, at least.
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

/// Rows one after the other, by place.
struct Rows {
  const Real* numbers;    ///< width×count, a row in each column
  const Real* norms;      ///< 1/√(|row|² + ε) of each
  const uint32_t* slots;  ///< whose row it is; null: that of its place
  size_t width, count;

  uint32_t slot(size_t place) const { return slots ? slots[place] : static_cast<uint32_t>(place); }
  const Real* row(size_t place) const { return numbers + place * width; }
};

/// 1/√(|row|² + ε), as the cosine has it.
Real row_norm(const Real* row, size_t width);

/// More than two orders of adding up so many products may differ by, of vectors of length 1.
Real rounding(size_t width);

/// Slots that have a row of their own by now, by 1 + its place.
using Places = SlotMap<uint32_t>;

/// Offers every row that no slot has replaced to the best of each key (width×heads), by key·row/√(|row|² + ε). Alike
/// rows get the same score, wherever they lie. `room`: kScanned×heads numbers.
inline constexpr size_t kScanned = 256;
void scan(const Rows& rows, const Places* replaced, const Real* keys, size_t heads, Real* room, Best* best);

/// Which of the rows that a memory begins with are nearest to a key. Used by any number of threads at once.
class RowIndex {
 public:
  virtual ~RowIndex() = default;
  /// As scan() offers them, or of these the likeliest.
  virtual void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
                       Best* best) const = 0;
};

/// Leaves nothing out.
class ExactIndex final : public RowIndex {
 public:
  void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
               Best* best) const override;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
