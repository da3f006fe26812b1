#pragma once
// A finite set of episodes, some of them held out.

#include <cstddef>
#include <cstdint>

#include "autodiff/base/random.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of n episodes the last h = min(max(2, share·n rounded), n − 1) are held out: their first ⌊h/2⌋ for validation and
/// check, the rest for the final score and eval; training uses the first n − h, and show uses all. Episode k of
/// training or show is element k mod n of permutation k div n; other splits keep the set's order.
class HeldOut final {
 public:
  /// At least 3 episodes; share: in (0, 1).
  HeldOut(size_t episodes, double share);

  /// Episodes first … first + count − 1 of the set.
  struct Part {
    size_t first, count;
  };
  /// Throws InputError for a test set, which there is none.
  Part part(Split split) const;

  /// Which of the set is that episode of a split.
  size_t element(uint64_t seed, Split split, uint64_t episode) const;

 private:
  size_t episodes_, held_out_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
