#pragma once
// What decides: sees the input and what was read, and steers the heads.

#include "autodiff/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Controller {
 public:
  virtual ~Controller() = default;

  /// Rows of what step() gives.
  virtual size_t output_size() const = 0;

  virtual State start(const Context& context) const = 0;

  struct Step {
    Var output;  ///< output_size()×1
    State state;
  };
  /// inputs: column vectors, one below the other (x, then each read).
  virtual Step step(const Context& context, std::span<const Var> inputs, const State& past) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
