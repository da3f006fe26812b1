#pragma once
// The interface of stems: layers that transform a step's input for a controller.

#include "autodiff/tape/tape.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Stem {
 public:
  virtual ~Stem() = default;

  virtual size_t size() const = 0;  ///< rows of its output
  /// steps: the spec's features × any, numbers or tokens. → size() × as many.
  virtual Var operator()(Tape& tape, Var steps) const = 0;
  /// As Model::looked_up().
  virtual std::optional<LookedUp> looked_up() const { return {}; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
