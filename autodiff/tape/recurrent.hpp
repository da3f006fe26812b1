#pragma once
// The interface of what goes through time step by step: controllers, memories, recurrent models.

#include <span>

#include "autodiff/tape/context.hpp"
#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Column vectors, one below the other; not owned.
class Columns final : public std::span<const Var> {
 public:
  Columns(const Var& one) : std::span<const Var>(&one, 1) {}
  Columns(std::span<const Var> several) : std::span<const Var>(several) {}
};

class Recurrent {
 public:
  virtual ~Recurrent() = default;

  /// Before the first step.
  virtual State start(const Context& context) const = 0;
  /// The names of its states' values.
  virtual StateNames state_names() const { return {}; }

  struct Step {
    Var output;
    State state;
  };
  virtual Step step(const Context& context, Columns inputs, const State& past) const = 0;

  /// The same state as plain numbers, which can be carried beyond the tape's round; step() continues from either alike.
  virtual State settled(Tape&, const State& state) const { return state; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
