#pragma once
// What a memory takes, told before it takes it.

#include <cstddef>

namespace tapehead {

/// Numbers (of type Real) that one episode takes at least: its state, and what each step keeps besides for the gradient
/// that is to go back through it. By it more is refused than there is, so it is rather too little than too much.
struct Footprint {
  double state = 0, step = 0;

  /// Of an episode that is trained on: going back, its state has a gradient as large.
  double recorded(size_t steps) const { return 2 * state + step * static_cast<double>(steps); }
};

}  // namespace tapehead
