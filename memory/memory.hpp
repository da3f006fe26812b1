#pragma once
// What remembers.

#include <span>

#include "autodiff/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A memory is steered by one vector of controls a step, which the model makes from the controller's output by one
/// affine layer, and gives back what its heads read.
class Memory {
 public:
  virtual ~Memory() = default;

  virtual size_t controls() const = 0;  ///< length of the control vector; 0: nothing to steer
  virtual size_t reads() const = 0;     ///< rows of all reads together

  /// Adds what the controls' biases start at to `biases` (controls() long).
  virtual void add_start_biases(std::span<Real> biases) const = 0;

  struct Step {
    State reads;  ///< column vectors, reads() rows in all
    State state;
  };
  virtual Step start(const Context& context) const = 0;
  virtual Step step(const Context& context, Var controls, const State& past) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
