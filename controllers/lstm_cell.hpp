#pragma once
// The elementwise half of the LSTM, fused.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One step of H cells (Hochreiter & Schmidhuber 1997, with forget gates, Gers et al. 2000):
///   c = σ(f)∘c₋ + σ(i)∘tanh(u),  h = σ(o)∘tanh(c).
/// preactivations: 4H×1, in the order i, f, o, u; previous: c₋, H×1. → H×2, column 0 is h and column 1 is c.
Var lstm_cell(Var preactivations, Var previous);

}  // namespace tapehead::inline TAPEHEAD_REAL
