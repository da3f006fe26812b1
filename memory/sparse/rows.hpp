#pragma once
// A memory of which a step changes a few rows: rows in place, a journal of their old contents, and the slots in order
// of last access (Rae et al. 2016, sections 3.2 to 3.4).

#include <cstdint>
#include <memory>
#include <span>

#include "memory/sparse/slot_list.hpp"
#include "memory/sparse/small_rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What every episode begins with; shared and immutable.
class SparseBeginning final {
 public:
  /// The first `filled` slots hold random vectors of length about 1; the others are blank, all zero.
  SparseBeginning(size_t slots, size_t width, size_t filled);
  /// Uses another index than the exact one.
  void find_by(std::unique_ptr<RowIndex> index) { index_ = std::move(index); }

  size_t slots() const { return slots_; }
  size_t width() const { return width_; }
  Rows rows() const { return {rows_.data(), norms_.data(), nullptr, width_, norms_.size()}; }
  const RowIndex& index() const { return *index_; }

 private:
  size_t slots_, width_;
  AlignedVector<Real> rows_, norms_;
  std::unique_ptr<RowIndex> index_;
};

/// The memory of one episode, changed in place. A slot that was never written has its content of the beginning; the
/// others have a row of their own in the tape's arena, contiguous, in the order of first use. A step's changes are
/// journalled, so that rollback() restores every number. Nothing in it is as long as the number of slots.
class SparseRows final {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  SparseRows(Tape& tape, const SparseBeginning& beginning)
      : tape_(&tape),
        beginning_(&beginning),
        by_access_(0, beginning.slots()),
        blank_(beginning.rows().count, beginning.slots()) {}

  size_t slots() const { return beginning_->slots(); }
  size_t width() const { return beginning_->width(); }
  /// The rows of slots that were written.
  Rows written_rows() const { return {rows_.data(), norms_.data(), slot_of_.data(), width(), slot_of_.size()}; }
  Rows beginning() const { return beginning_->rows(); }
  uint32_t place(uint32_t slot) const { return place_of_.get(slot) - 1; }  ///< of its own row; kNone if it has none

  /// A slot's row, its norm as in row_norm(), and the place of its own row; for a blank slot null, and kNone.
  struct Row {
    const Real* numbers;
    Real norm;
    uint32_t place;
  };
  Row row(uint32_t slot) const;

  /// The least recently accessed slots, those never accessed first; of equals the lowest.
  void oldest(std::span<uint32_t> found) const;
  /// For each of `heads` keys (width×heads) the `count` most alike slots, the best first: count×heads. A blank slot's
  /// score is 0.
  void nearest(const Real* keys, size_t heads, size_t count, Likeness* found);

  // The parts of a step, in this order. rollback() undoes all of them.
  void erase(uint32_t slot);
  void add(uint32_t slot, Real weight, const Real* vector);
  void written();  ///< the step's rows are complete, and are found from now on
  void access(uint32_t slot);
  size_t commit();  ///< ends the step; returns the number of steps so far

  size_t steps() const { return marks_.size(); }
  uint64_t serial() const { return marks_.size() == 0 ? 0 : marks_.back().serial; }  ///< unique to a state
  /// Restores the memory after `steps` steps.
  void rollback(size_t steps);

  /// The gradient of the row at a place; zero until added to.
  Real* gradient(uint32_t place);
  const Real* gradient_or_none(uint32_t place) const {
    return place < has_gradient_.size() && has_gradient_[place] ? gradients_.data() + place * width() : nullptr;
  }
  void forget_gradient(uint32_t place) {
    if (place < has_gradient_.size()) has_gradient_[place] = 0;
  }

  /// Accessed slots, in order of access: the newest of `most`. Padded with kNone in front.
  size_t accessed_count() const { return accessed_; }
  void accessed(std::span<uint32_t> found) const;

  /// The number of numbers and words in the journal.
  size_t journal_size() const { return 3 * records_.size() + numbers_.size(); }

 private:
  enum class Kind : uint32_t { kUsed, kRow, kAccessed };
  struct Record {
    Kind kind;
    uint32_t at;   ///< a slot, or for kRow a place
    uint32_t was;  ///< the slot before it in its list
    bool first;    ///< for kAccessed: it had never been accessed before
  };
  struct Mark {
    size_t records;
    uint64_t serial;
  };

  Real* edit(uint32_t slot);
  void has_changed(uint32_t place);
  void renew_small();
  void undo(const Record& record);

  Tape* tape_;
  const SparseBeginning* beginning_;
  ArenaList<Real> rows_, norms_;  ///< by place
  SmallRows small_;               ///< by place; stale copies are made anew before the next search, and in a gradient,
                                  ///< which searches for nothing, never
  ArenaList<uint32_t> stale_;     ///< places whose small copy is not of their row
  ArenaList<uint8_t> is_stale_;   ///< by place
  ArenaList<uint32_t> slot_of_;   ///< by place
  Places place_of_;
  SlotList by_access_, blank_;
  SlotMap<uint32_t> was_accessed_;
  size_t accessed_ = 0;
  ArenaList<Record> records_;
  ArenaList<Real> numbers_;  ///< the rows' old contents, each with its norm
  ArenaList<Mark> marks_;
  ArenaList<uint32_t> edited_;    ///< the places that the step has changed
  ArenaList<uint8_t> is_edited_;  ///< by place: whether it is one of these
  uint64_t serial_ = 0;
  ArenaList<Real> gradients_;        ///< by place
  ArenaList<uint8_t> has_gradient_;  ///< by place
};

}  // namespace tapehead::inline TAPEHEAD_REAL
