#pragma once
// How alike each slot is to each key.

#include "autodiff/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Similarity {
 public:
  virtual ~Similarity() = default;

  /// memory: slots×width; keys: width×heads; → slots×heads, any real numbers.
  virtual Var scores(Var memory, Var keys) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
