#pragma once
// The op of the superposition stack (Joulin & Mikolov 2015).

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// S′₀ = a₁v + a₂S₁ + a₃S₀, S′ᵢ = a₁Sᵢ₋₁ + a₂Sᵢ₊₁ + a₃Sᵢ, with 0 below the last: what a stack is after a push, a pop
/// and neither, mixed. stack: width×slots, from the top down; actions: 3×1, push, pop, neither; pushed: width×1; →
/// width×slots.
Var superpose(Var stack, Var actions, Var pushed);

}  // namespace tapehead::inline TAPEHEAD_REAL
