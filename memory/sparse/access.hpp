#pragma once
// A step of sparse access: write, then read, a few rows each (Rae et al. 2016, sections 3.1 to 3.4).

#include "autodiff/tape/tape.hpp"
#include "memory/sparse/links.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Where R heads have read K slots each, and what they found there. The memory is no value on the tape: it lies in one
/// place, which every step changes a little and the backward sweep changes back.
struct SparseAccessState {
  Var reads;    ///< width×R
  Var weights;  ///< K×R
  Var slots;    ///< K×R, whole numbers: whose weights they are; a constant in the gradient
  Var memory;   ///< a handle to it and its links; or what settled_rows() gave, in another round of the tape
  Var links;    ///< what settled_links() gave, in another round; else nothing
};

/// How heads read.
struct SparseReads {
  size_t content = 4;        ///< slots that each head finds by content; without links all that it reads, K
  size_t kept_links = 0;     ///< K_L, entries of a row of links; then as many reads backward and forward: 3·content
  Real delta = Real(0.005);  ///< δ: a slot with a larger sum of weights was accessed
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

/// Before the first step: nothing was read, with weights of zero. What the memory begins with is used in place.
SparseAccessState start_sparse(Tape& tape, const SparseBeginning& beginning, const SparseReads& how, size_t heads,
                               size_t batch);

/// Writing head h belongs to reading head r = h mod R; u_h is the h-th of the slots that were accessed longest ago, of
/// equals the lowest:
///   w_h = α_h(γ_h·w′_r + (1 − γ_h)·1[u_h])  (eq. 5), w′ the past weights
///   M = (1 − Σ_h 1[u_h]) ∘ M′ + Σ_h w_h·a_hᵀ  (eqs. 3 and 6)
///   r = Σ_k w(k)·M(s_k), w = softmax over the slots s_k that are most alike to the key of β·cosine  (eq. 4)
/// With links (SparseLinks, written with Σ_h w_h, 1 at most) w is π₂ of that, and π₁ and π₃ of where links lead to from
/// where the head has read, backward and forward. A slot whose weights in the step, of all heads, come to more than
/// δ was accessed. Which slots are chosen is a constant in the gradient, and so are links; a gradient check holds both
/// still. Throws ShapeError for shapes that do not fit, for more reads by content or writing heads than slots, for a
/// past that was undone, and, where gradients are wanted, for one that another step has gone on from.
SparseAccessState sparse_access(const SparseBeginning& beginning, const SparseReads& how, const SparseAccessState& past,
                                const SparseControls& said);

/// What sets the memory apart from that of the beginning, in numbers: for each item, in columns, the slots that were
/// written with their rows, and those that were accessed, in that order; −1 where an item has fewer. (2 + width)×any.
Var settled_rows(const SparseAccessState& state);
/// The same of its links; where there are none, what `state` has.
Var settled_links(const SparseAccessState& state);

/// The memory of an item; it is as the newest step has left it.
SparseRows* sparse_rows(const SparseAccessState& state, size_t item);

// For who looks inside.

/// The memory as it is now, slots×width.
Var dense_rows(const SparseAccessState& state);
/// Slots and their weights, a column each head, of the same shape; a slot may be there more than once.
struct ChosenSlots {
  Var slots, weights;
};
/// Where the step that gave `state` has written, (K + 1)×H.
ChosenSlots chosen_writes(const SparseAccessState& state);
/// Their weights over all slots, slots×heads.
Var dense_weights(const SparseAccessState& state, const ChosenSlots& chosen);

}  // namespace tapehead::inline TAPEHEAD_REAL
