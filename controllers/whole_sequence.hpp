#pragma once
// Controllers that can run a whole sequence at once.

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Implemented by controllers that can take a whole sequence at once, where no memory feeds back into their inputs.
class WholeSequence {
 public:
  virtual ~WholeSequence() = default;

  /// From the start, with what the context tells ahead. inputs: x_size×steps. → output_size()×steps: column t is the
  /// output of step() after inputs 0 … t, up to rounding. Watched as "hidden" as often as with step().
  virtual Var whole(const Context& context, Var inputs) const = 0;
};

/// Shows a whole sequence's outputs to a watcher one by one, as step() does.
inline void watch_hidden(Var outputs) {
  if (outputs.tape->watcher())
    for (size_t t = 0; t < outputs.cols; ++t) watch("hidden", columns(outputs, t, 1), kHidden);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
