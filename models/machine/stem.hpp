#pragma once
// The interface of stems: layers that transform a step's input for a controller.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Stem {
 public:
  virtual ~Stem() = default;

  virtual size_t size() const = 0;  ///< rows of its output
  /// steps: the spec's features × any, numbers or tokens. → size() × as many.
  virtual Var operator()(Tape& tape, Var steps) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
