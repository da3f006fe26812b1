#pragma once
// How a head of sparse access reads the few rows that it has found, forward and backward.

#include "autodiff/base/real.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A head's softmax over the slots that it has found by content. cosines: kept for the gradient.
void look_up(const SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength, Real* cosines,
             Real* shares);

/// read = Σ weight·row.
void read_rows(const SparseRows& rows, const Real* slots, size_t count, const Real* weights, Real* read);

/// The gradient rule of read_rows(): adds to the rows' gradients, and to dweights, which has the weights' other
/// gradients.
void back_through_read(SparseRows& rows, const Real* slots, size_t count, const Real* weights, const Real* dread,
                       Real* dweights);

/// Where a head's gradients are added; null where not wanted.
struct HeadGradients {
  Real* key;
  Real* strength;
};

/// The gradient rule of look_up(), with dshares times `scale`: adds to the rows' gradients, the key's and the
/// strength's.
void back_through_look_up(SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength,
                          const Real* cosines, const Real* shares, Real scale, const Real* dshares,
                          const HeadGradients& to);

}  // namespace tapehead::inline TAPEHEAD_REAL
