#pragma once
// What a head of sparse access does with the rows that it writes, forward and back; and what a step leaves behind that
// is of slots and weights alone.

#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A writing head: what it is told, and what the reading head that it belongs to has looked at last.
struct HeadWrite {
  const Real *slots, *weights;  ///< `reads` of them
  size_t reads;
  uint32_t oldest;    ///< the slot that was accessed longest ago
  Real amount, gate;  ///< α, γ
  const Real* vector;
};

/// M += w·aᵀ, w = α(γ·w′ + (1 − γ)·1[oldest])  (Rae et al. 2016, eq. 5). `written`: where and how much, reads + 1.
void write_rows(SparseRows& rows, const HeadWrite& head, SlotWeight* written);

/// What a writing head's gradients go to, added; null where nobody wants one.
struct WriteGradients {
  Real *weights, *amount, *gate, *vector;
};

/// Back through write_rows(), from the rows' gradients.
void back_through_write(SparseRows& rows, const HeadWrite& head, const WriteGradients& to);

/// Slots whose weights come to more than delta were accessed, the lowest first. Any order, and a slot as often as one
/// likes; sorts them.
void access_slots(SparseRows& rows, std::span<SlotWeight> weights, Real delta);

/// Links are written, as published, with the weights of all writing heads together, each slot once, 1 at most in all.
/// `room`: as many as there are weights.
void write_links(SparseLinks& links, std::span<const SlotWeight> weights, SlotWeight* room);

}  // namespace tapehead::inline TAPEHEAD_REAL
