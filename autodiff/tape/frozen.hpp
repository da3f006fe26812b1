#pragma once
// Values that a gradient check freezes while it moves its inputs. Differences would see through what is deliberately
// not its own derivative (a stopped gradient, a straight-through choice); frozen, both sides mean the same.

#include <algorithm>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first run of a tape that has it records the frozen values, in the order of the ops; every later run repeats
/// them.
class Frozen final {
 public:
  /// Begins a new run.
  void rewind() { at_ = 0; }

  /// The next `count` values: recorded in the first run, overwritten with the recorded ones in later runs.
  void freeze(Real* values, size_t count) {
    if (at_ == kept_.size()) kept_.insert(kept_.end(), values, values + count);
    std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(at_), count, values);
    at_ += count;
  }

 private:
  std::vector<Real> kept_;
  size_t at_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
