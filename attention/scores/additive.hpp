#pragma once
// Additive content scores, from a network with one hidden layer.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// y(n,h) = Σₛ vₛ·tanh(P(n,s) + q(s,h)). slots P: slots×size; keys q: size×heads; weights v: size×1, of one item; →
/// slots×heads.
Var additive(Var slots, Var keys, Var weights);

}  // namespace tapehead::inline TAPEHEAD_REAL
