#pragma once
// The elementwise half of the GRU, fused.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One step of H units (Cho et al. 2014, with the reset gate after the recurrent product, as in cuDNN and PyTorch):
///   r = σ(a_r + b_r),  z = σ(a_z + b_z),  n = tanh(a_n + r∘b_n),  h = (1 − z)∘n + z∘h₋.
/// below: a, from the input, and beside: b, from h₋, both 3H×1 in the order r, z, n; previous: h₋, H×1. → H×1.
Var gru_cell(Var below, Var beside, Var previous);

}  // namespace tapehead::inline TAPEHEAD_REAL
