#pragma once
// A step of sparse access: write, then read, a few rows each (Rae et al. 2016, sections 3.1 to 3.4).

#include "autodiff/tape/tape.hpp"
#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The slots and weights of R heads' K reads each, and the result. The memory is no value on the tape: it is in one
/// place, which every step changes a little and the backward sweep restores.
struct SparseAccessState {
  Var reads;    ///< width×R
  Var weights;  ///< K×R
  Var slots;    ///< K×R, integers: the slots of the weights; a constant in the gradient
  Var memory;   ///< a handle to it and its links; or what settled_rows() gave, in another round of the tape
  Var links;    ///< what settled_links() gave, in another round; else nothing
};

/// How heads read.
struct SparseReads {
  size_t content = 4;        ///< slots that each head finds by content; without links all that it reads, K
  size_t kept_links = 0;     ///< K_L, entries of a row of links; then as many reads backward and forward: 3·content
  Real delta = Real(0.005);  ///< δ: a slot with a larger sum of weights was accessed
  size_t iterations = 1;     ///< look-ups of a head; what one reads is the next one's key, and the last counts
};

/// A step's controls in their ranges. Heads are columns: R reading, H writing.
struct SparseControls {
  Var keys;        ///< width×R
  Var strengths;   ///< 1×R, β
  Var vectors;     ///< width×H, a: what is written
  Var amounts;     ///< 1×H, α: how much of it
  Var gates;       ///< 1×H, γ: to where the head has just read, or to the least recently accessed slot
  Var modes = {};  ///< 3×R, with links: shares of backward, content and forward reads
};

/// The state before the first step: no reads, with weights of zero. The start content is used in place.
SparseAccessState start_sparse(Tape& tape, const SparseBeginning& beginning, const SparseReads& how, size_t heads,
                               size_t batch);

/// Writing head h belongs to reading head r = h mod R; u_h is the h-th of the least recently accessed slots, of equals
/// the lowest:
///   w_h = α_h(γ_h·w′_r + (1 − γ_h)·1[u_h])  (eq. 5), w′ the past weights
///   M = (1 − Σ_h 1[u_h]) ∘ M′ + Σ_h w_h·a_hᵀ  (eqs. 3 and 6)
///   r = Σ_k w(k)·M(s_k), w = softmax of β·cosine over the slots s_k most alike to the key  (eq. 4)
/// With links (SparseLinks, written with Σ_h w_h, at most 1) w is π₂ of that, and π₁ and π₃ of the slots that links
/// lead to, backward and forward, from where the head has read. A slot was accessed if its weights in the step, over
/// all heads, sum to more than δ. The choice of slots is a constant in the gradient, as are links; a gradient check
/// freezes both. Throws ShapeError for shapes that do not fit, for more reads by content or writing heads than slots,
/// for a past that was undone, and, where gradients are wanted, for one that another step has continued from.
SparseAccessState sparse_access(const SparseBeginning& beginning, const SparseReads& how, const SparseAccessState& past,
                                const SparseControls& said);

/// The memory's difference from its start content, as numbers: for each item, in columns, the slots that were written
/// with their rows, and those that were accessed, in order of access; −1 where an item has fewer. (2 + width)×any.
Var settled_rows(const SparseAccessState& state);
/// The same for its links; without links `state.links`.
Var settled_links(const SparseAccessState& state);

/// The memory of an item, as the newest step has left it.
SparseRows* sparse_rows(const SparseAccessState& state, size_t item);

// For watchers.

/// The current memory, slots×width.
Var dense_rows(const SparseAccessState& state);
/// Slots and their weights, a column for each head; a slot may occur more than once.
struct ChosenSlots {
  Var slots, weights;
};
/// The slots that the step before `state` has written, (K + 1)×H.
ChosenSlots chosen_writes(const SparseAccessState& state);
/// Their weights over all slots, slots×heads.
Var dense_weights(const SparseAccessState& state, const ChosenSlots& chosen);

}  // namespace tapehead::inline TAPEHEAD_REAL
