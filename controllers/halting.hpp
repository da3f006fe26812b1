#pragma once
// When to stop thinking about a step (Graves 2016, "Adaptive computation time for recurrent neural networks", section
// 2).

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// From the probabilities of halting after each round, h (rounds×steps), for each column N, the first round at which
/// their sum is at least 0.99, or else the last: the shares of the rounds, h up to N − 1, then R = 1 − Σ of those at N,
/// then 0; and in one more row what the step costs, N + R. → (rounds + 1)×steps. N has no gradient. Throws ShapeError
/// for no rounds.
Var halting_shares(Var halts);

}  // namespace tapehead::inline TAPEHEAD_REAL
