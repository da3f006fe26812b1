#pragma once
// How heads access a matrix memory, given their weights: read, and erase and add.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// r_h = Σₙ w(n,h)·Mₙ (Graves et al. 2014, eq. 2). memory: slots×width; weights: slots×heads; → width×heads.
Var read(Var memory, Var weights);

/// M′ = M ∘ Π_h(1 − w_h·e_hᵀ) + Σ_h w_h·a_hᵀ (Graves et al. 2014, eqs. 3–4): all heads erase, then all add.
/// memory: slots×width; weights: slots×heads; erase, add: width×heads; → slots×width.
Var write(Var memory, Var weights, Var erase, Var add);

}  // namespace tapehead::inline TAPEHEAD_REAL
