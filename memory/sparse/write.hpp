#pragma once
// How a head of sparse access writes rows, forward and backward; and a step's effect on accesses and links.

#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A writing head's inputs, and the last reads of the reading head that it belongs to.
struct HeadWrite {
  const Real *slots, *weights;  ///< `reads` of them
  size_t reads;
  uint32_t oldest;    ///< the least recently accessed slot
  Real amount, gate;  ///< α, γ
  const Real* vector;
};

/// M += w·aᵀ, w = α(γ·w′ + (1 − γ)·1[oldest])  (Rae et al. 2016, eq. 5). `written`: slots and weights, reads + 1.
void write_rows(SparseRows& rows, const HeadWrite& head, SlotWeight* written);

/// Where a writing head's gradients are added; null where not wanted.
struct WriteGradients {
  Real *weights, *amount, *gate, *vector;
};

/// The gradient rule of write_rows(), from the rows' gradients.
void back_through_write(SparseRows& rows, const HeadWrite& head, const WriteGradients& to);

/// Marks slots as accessed whose weights sum to more than delta, the lowest first. `weights`: in any order, with
/// duplicates; sorted by the call.
void access_slots(SparseRows& rows, std::span<SlotWeight> weights, Real delta);

/// Writes the links, as published, with the weights of all writing heads together, each slot once, 1 at most in total.
/// `room`: as many elements as there are weights.
void write_links(SparseLinks& links, std::span<const SlotWeight> weights, SlotWeight* room);

}  // namespace tapehead::inline TAPEHEAD_REAL
