#pragma once
// Content scores: how alike each slot is to each key.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Added to both squared norms, so that the cosine and its gradient are finite at zero (where it is 0) and rows
/// started at 1e-6 are still told apart. A larger one is no cure for the steep gradients near zero norm: clip them.
inline constexpr Real kCosineEpsilon = Real(1e-8);

/// Cosine similarity (Graves et al. 2014, eq. 6), one for each slot and head:
///   y(n,h) = Mₙ·k_h / (√(|Mₙ|² + ε) √(|k_h|² + ε)).
/// memory: slots×width; keys: width×heads; → slots×heads.
Var cosine(Var memory, Var keys);

}  // namespace tapehead::inline TAPEHEAD_REAL
