#pragma once
// Controllers that need not go step by step.

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a controller also is that can take a whole sequence at once, where nothing comes back from a memory.
class WholeSequence {
 public:
  virtual ~WholeSequence() = default;

  /// inputs: x_size×steps. → output_size()×steps: column t is the output of step() after inputs 0 … t, to rounding.
  /// Shows "hidden" as often as step() would.
  virtual Var whole(const Context& context, Var inputs) const = 0;
};

/// Shows a whole sequence's outputs as step() shows them, one by one.
inline void watch_hidden(Var outputs) {
  if (outputs.tape->watcher())
    for (size_t t = 0; t < outputs.cols; ++t) watch("hidden", columns(outputs, t, 1), kHidden);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
