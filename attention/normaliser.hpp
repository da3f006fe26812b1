#pragma once
// How scores become a weighting.

#include "autodiff/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Normaliser {
 public:
  virtual ~Normaliser() = default;

  /// scores: slots×heads; → slots×heads, each column on the simplex.
  virtual Var weights(Var scores) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
