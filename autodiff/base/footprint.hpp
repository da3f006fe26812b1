#pragma once
// How much memory a model needs, known before it is allocated.

#include <cstddef>

namespace tapehead {

/// A lower bound on the numbers (of type Real) that one episode needs: its state, and what each step keeps for the
/// backward pass. Runs that need more than there is are refused by it, so it must not overestimate.
struct Footprint {
  double state = 0, step = 0;

  /// The numbers of an episode in training: in the backward pass the state has a gradient of the same size.
  double recorded(size_t steps) const { return 2 * state + step * static_cast<double>(steps); }
};

}  // namespace tapehead
