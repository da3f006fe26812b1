#pragma once
// What a head of sparse access does with the few rows it has found, forward and back.

#include "autodiff/base/real.hpp"
#include "memory/sparse/rows.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A head's softmax over the slots that it has found by content. cosines: kept for the gradient.
void look_up(const SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength, Real* cosines,
             Real* shares);

/// read = Σ weight·row.
void read_rows(const SparseRows& rows, const Real* slots, size_t count, const Real* weights, Real* read);

/// Back through read_rows(): to the rows' gradients, and to dweights, which has what others said of the weights.
void back_through_read(SparseRows& rows, const Real* slots, size_t count, const Real* weights, const Real* dread,
                       Real* dweights);

/// What a head's gradients go to, added; null where nobody wants one.
struct HeadGradients {
  Real* key;
  Real* strength;
};

/// Back through look_up(), dshares times `scale`: to the rows' gradients, the key and the strength.
void back_through_look_up(SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength,
                          const Real* cosines, const Real* shares, Real scale, const Real* dshares,
                          const HeadGradients& to);

}  // namespace tapehead::inline TAPEHEAD_REAL
