#pragma once
// The sparse temporal links between slots (Rae et al. 2016, supplementary D: the sparse differentiable neural
// computer).

#include <span>

#include "memory/sparse/row_index.hpp"
#include "memory/sparse/slot_map.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A slot and its weight.
struct SlotWeight {
  uint32_t slot;
  Real weight;
};

/// Sorts the weights by slot and adds up those of one slot. Returns the remaining ones, at the beginning of the memory.
std::span<SlotWeight> each_slot_once(std::span<SlotWeight> weights);

/// The links of one episode. Two matrices replace the DNC's links: N for L and P for Lᵀ, each row with its `kept` (K_L)
/// largest entries at most, as has the precedence p. With a step's write weights w:
///   N(i,j) = (1 − w(i))·N(i,j) + w(i)·p(j),  P(i,j) = (1 − w(j))·P(i,j) + w(j)·p(i),  N(i,i) = P(i,i) = 0;
///   p = (1 − Σw)·p + w.
/// P(i,j) exists only where N(j,i) does, through which it is found when j is written: what N's row drops for lack of
/// space, P drops too.
/// Following links goes through the rows of the slots read alone: forward = Pᵀ·r, backward = Nᵀ·r. None of it has a
/// gradient, as published.
class SparseLinks final {
 public:
  SparseLinks(Tape& tape, size_t kept) : tape_(&tape), kept_(kept) {}

  /// weights: in any order, each slot once, Σ ≤ 1.
  void write(std::span<const SlotWeight> weights);
  size_t commit();
  size_t steps() const { return marks_.size(); }
  void rollback(size_t steps);

  /// The `found.size()` slots with the largest weight that the read slots lead to, the largest first; padded with
  /// weights of 0.
  void forward(std::span<const SlotWeight> read, std::span<SlotWeight> found) { follow(kEarlier, read, found); }
  void backward(std::span<const SlotWeight> read, std::span<SlotWeight> found) { follow(kLater, read, found); }

  // All links as numbers: `columns()` columns of numbers() rows, 2 + 2·kept: the matrix (0: N, 1: P, 2: p), the slot,
  // then slots and weights in turn. take() restores them into links that are still at their beginning.
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
  /// `kept` slots and weights; a weight of 0: no entry.
  struct Row {
    uint32_t* to;
    Real* weights;
  };

  Row at(size_t place) { return {to_.data() + place * kept_, weights_.data() + place * kept_}; }
  uint32_t place(Side side, uint32_t slot);
  uint32_t edit(Side side, uint32_t slot);
  uint32_t add(size_t place, uint32_t to, Real weight);
  void scale(size_t place, Real factor);
  void scale_entry(size_t place, uint32_t to, Real factor);
  void follow(Side side, std::span<const SlotWeight> read, std::span<SlotWeight> found);

  struct Mark {
    size_t edits;
  };
  Tape* tape_;
  size_t kept_;
  SlotMap<uint32_t> places_[3];  ///< + 1
  ArenaList<Named> slots_;       ///< by place
  ArenaList<uint32_t> to_;       ///< `kept` for each place
  ArenaList<Real> weights_;
  ArenaList<uint32_t> edits_;  ///< places that were changed, each once a step; for each …
  ArenaList<uint32_t> were_to_;
  ArenaList<Real> were_weights_;   ///< … its old content
  ArenaList<uint32_t> edited_in_;  ///< by place: the turn in which it was last changed
  uint32_t turn_ = 1;              ///< no two steps have the same, undone ones included
  ArenaList<Mark> marks_;
  // Room for following.
  ArenaList<SlotWeight> led_to_;
  ArenaList<uint32_t> used_;
  ArenaList<Likeness> best_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
