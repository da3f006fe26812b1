#pragma once
// What goes through time, step by step: controllers, memories, whole models.

#include <span>

#include "autodiff/context.hpp"
#include "autodiff/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Recurrent {
 public:
  virtual ~Recurrent() = default;

  /// Before the first step.
  virtual State start(const Context& context) const = 0;

  struct Step {
    Var output;
    State state;
  };
  /// inputs: column vectors, one below the other.
  virtual Step step(const Context& context, std::span<const Var> inputs, const State& past) const = 0;
  Step step(const Context& context, Var input, const State& past) const { return step(context, {&input, 1}, past); }

  /// The same state in numbers alone, which can be carried beyond the tape's round; step() goes on from either alike.
  virtual State settled(Tape&, const State& state) const { return state; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
