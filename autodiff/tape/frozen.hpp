#pragma once
// Numbers that stand still while a gradient check moves its inputs. What is not its own derivative by intent (a
// stopped gradient, a straight-through choice) would be seen through by differences; frozen, both sides mean the same.

#include <algorithm>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The first run of a tape that has it records what is frozen, in the order of the ops; every later one repeats it.
class Frozen final {
 public:
  /// A new run begins.
  void rewind() { at_ = 0; }

  /// The next `count` numbers: kept as they are, or overwritten with those of the first run.
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
