#pragma once
// Cosine similarity between slots and keys.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Added to both squared norms. It keeps the cosine and its gradient finite at zero (where it is 0) while rows started
/// at 1e-6 are still told apart. A larger one does not cure steep gradients near norm zero: clip them.
inline constexpr Real kCosineEpsilon = Real(1e-8);

/// Cosine similarity (Graves et al. 2014, eq. 6) of each slot with each head's key:
///   y(n,h) = Mₙ·k_h / (√(|Mₙ|² + ε) √(|k_h|² + ε)).
/// memory: slots×width; keys: width×heads; → slots×heads.
Var cosine(Var memory, Var keys);

}  // namespace tapehead::inline TAPEHEAD_REAL
