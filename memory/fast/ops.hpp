#pragma once
// The ops of fast weights: a matrix a head, all of a memory's side by side. Head h of H has columns h·V … h·V + V − 1
// of the keys×(V·H) numbers; keys and values have a column a head.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// y_h = S_hᵀ·k_h. memory: keys×(V·heads); keys: keys×heads; → V×heads.
Var look_up(Var memory, Var keys);

/// y_h = S_h·w_h. memory: keys×(V·heads); weights: V×heads; → keys×heads.
Var combine(Var memory, Var weights);

/// S′_h = S_h + k_h·v_hᵀ. memory: keys×(V·heads); keys: keys×heads; values: V×heads; → as memory, whose gradient is
/// made in place.
Var add_pairs(Var memory, Var keys, Var values);

/// S′_h = Diag(f_h)·S_h. factors: keys×heads, or 1×heads, one for all rows of a head; → as memory, likewise.
Var fade(Var memory, Var factors);

/// x_h = (M_h + Diag(λ_h))⁻¹·y_h by Cholesky's factors, for symmetric M_h + Diag(λ_h) with positive eigenvalues; NaN
/// where they are not. matrices: n×(n·heads); ridge: n×heads; right: n×heads; → n×heads.
Var solve(Var matrices, Var ridge, Var right);

}  // namespace tapehead::inline TAPEHEAD_REAL
