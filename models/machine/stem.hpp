#pragma once
// What makes of a step's input what a controller is told.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Stem {
 public:
  virtual ~Stem() = default;

  virtual size_t size() const = 0;  ///< numbers that a step becomes
  /// steps: the spec's features × any, numbers or tokens. → size() × as many.
  virtual Var operator()(Tape& tape, Var steps) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
