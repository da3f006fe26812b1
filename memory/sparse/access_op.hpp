#pragma once
// A step of sparse access as an op: its value, and its gradient rule.

#include <array>

#include "memory/sparse/access.hpp"
#include "memory/sparse/record.hpp"
#include "memory/sparse/write.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The sizes of a step.
struct AccessShape {
  size_t width, content, reads, heads, writers, batch;     ///< `content` of a head's reads are by content
  size_t read(size_t head) const { return width * head; }  ///< a head's read in the op's value; its weights follow
  size_t weights(size_t head) const { return width * heads + reads * head; }
  size_t size() const { return weights(heads); }
  /// With links a head reads backward, by content and forward, the same number of slots each.
  bool follows() const { return reads > content; }
  size_t first_content() const { return follows() ? content : 0; }
};

/// A step of all items: its operands, its value, and what the gradient needs.
class SparseAccess final {
 public:
  /// `from`: the step before, whose memories it changes.
  SparseAccess(const SparseReads& how, const SparseAccessState& past, const SparseControls& said,
               const AccessShape& shape, const SparseStep& from);

  void forward() const;
  void backward() const;

  /// Of a step just made: rows that were written are compared with the keys, and those of the beginning too where the
  /// index compares all.
  OpWork work(const SparseBeginning& beginning) const;

  Var value() const { return y_; }
  Var slots() const { return slots_; }
  SparseStep* step() const { return step_; }
  std::array<Var, 7> operands() const { return {weights_, keys_, strengths_, vectors_, amounts_, gates_, modes_}; }

 private:
  struct Room;       // for one item at a time
  struct Gradients;  // of the operands

  HeadWrite writing(size_t item, size_t head) const;

  void remember(size_t item, const Room& room) const;
  void write(size_t item, const Room& room) const;
  void look_before(size_t item, size_t index, const Room& room) const;
  void choose(size_t item, const Room& room) const;
  void follow(size_t item, size_t head, const Room& room) const;
  void read(size_t item, const Room& room) const;
  void access(size_t item, const Room& room) const;
  void back_through_reads(size_t item, const Gradients& to, Real* room) const;
  void back_through_writes(size_t item, const Gradients& to) const;

  size_t all_reads() const { return shape_.reads * shape_.heads; }
  Real* old_slots(size_t item) const { return before_ + 2 * all_reads() * item; }
  Real* old_weights(size_t item) const { return old_slots(item) + all_reads(); }
  Real* oldest(size_t item) const { return oldest_ + item * shape_.writers; }
  /// For a head: the weights by content and by links before the modes are applied; and for content the cosines.
  Real* shares(size_t item, size_t head) const { return shares_ + item * all_reads() + head * shape_.reads; }
  /// A head's look-ups before the last: what each finds is the next one's key.
  struct Look {
    Real *slots, *cosines, *shares;  ///< of those found by content
    Real* found;
  };
  size_t earlier_looks() const { return how_.iterations - 1; }
  Look look(size_t item, size_t index, size_t head) const {
    const size_t size = 3 * shape_.content + shape_.width;
    Real* const at = looks_ + ((item * earlier_looks() + index) * shape_.heads + head) * size;
    return {at, at + shape_.content, at + 2 * shape_.content, at + 3 * shape_.content};
  }
  Real* cosines(size_t item, size_t head) const { return cosines_ + (item * shape_.heads + head) * shape_.content; }

  SparseReads how_;
  AccessShape shape_;
  Var weights_, chosen_before_, keys_, strengths_, vectors_, amounts_, gates_, modes_, y_, slots_;
  SparseStep* step_;
  size_t steps_before_;
  Real *cosines_, *shares_, *oldest_, *looks_;
  Real* before_;  ///< slots, then weights, contiguous for each item
};

}  // namespace tapehead::inline TAPEHEAD_REAL
