#pragma once
// In which order slots were written, of each slot with a few others (Rae et al. 2016, supplementary D: the sparse
// differentiable neural computer).

#include <span>

#include "memory/sparse/row_index.hpp"
#include "memory/sparse/slot_map.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A slot, and the weight that it has.
struct SlotWeight {
  uint32_t slot;
  Real weight;
};

/// Sorts them by their slots and adds up what belongs to one. Gives those that are left, at the beginning.
std::span<SlotWeight> each_slot_once(std::span<SlotWeight> weights);

/// Of one episode. Two matrices stand for the DNC's links L and for Lᵀ, with `kept` (K_L) entries a row at most, the
/// largest, and so has the precedence p. With a step's write weights w:
///   N(i,j) = (1 − w(i))·N(i,j) + w(i)·p(j),  P(i,j) = (1 − w(j))·P(i,j) + w(j)·p(i),  N(i,i) = P(i,i) = 0;
///   p = (1 − Σw)·p + w.
/// P(i,j) is there only where N(j,i) is, through which it is found when j is written: what N's row has no room for, P
/// forgets too.
/// Following them goes through the rows of what was read alone: forward = Pᵀ·r, backward = Nᵀ·r. No gradient goes
/// through any of it, as published.
class SparseLinks final {
 public:
  SparseLinks(Tape& tape, size_t kept) : tape_(&tape), kept_(kept) {}

  /// weights: any order, a slot once, Σ ≤ 1.
  void write(std::span<const SlotWeight> weights);
  size_t commit();
  size_t steps() const { return marks_.size(); }
  void rollback(size_t steps);

  /// The `found.size()` largest of where the slots that were read lead to, the largest first; weights of 0 where there
  /// are fewer.
  void forward(std::span<const SlotWeight> read, std::span<SlotWeight> found) const { follow(kEarlier, read, found); }
  void backward(std::span<const SlotWeight> read, std::span<SlotWeight> found) const { follow(kLater, read, found); }

  // Everything as numbers: `columns()` columns of numbers() rows, 2 + 2·kept: which matrix (0: N, 1: P, 2: p), which
  // slot, and slots and weights in turn. take() is for links that are as at the beginning.
  size_t columns() const { return slots_.size(); }
  size_t numbers() const { return 2 + 2 * kept_; }
  void put(size_t column, Real* numbers) const;
  void take(const Real* numbers);

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  enum Side : uint32_t { kLater = 0, kEarlier = 1, kPrecedence = 2 };  ///< N, P, p
  struct Named {
    uint32_t side, slot;
  };

  SlotWeight* row(Side side, uint32_t slot);
  const SlotWeight* row_or_none(Side side, uint32_t slot) const;
  SlotWeight* edit(Side side, uint32_t slot);
  uint32_t add(Side side, uint32_t slot, uint32_t to, Real weight);
  void forget(uint32_t earlier, uint32_t slot);
  void follow(Side side, std::span<const SlotWeight> read, std::span<SlotWeight> found) const;

  struct Mark {
    size_t edits;
  };
  Tape* tape_;
  size_t kept_;
  SlotMap<uint32_t> places_[3];    ///< + 1
  ArenaList<Named> slots_;         ///< by place
  ArenaList<SlotWeight> entries_;  ///< `kept` by place; a weight of 0: none
  ArenaList<uint32_t> edits_;      ///< places that were changed, and of each
  ArenaList<SlotWeight> were_;     ///< what it was
  ArenaList<Mark> marks_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
