#pragma once
// The controller: it sees the input and what was read, and decides on the heads' controls.

#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A step's inputs are x and the reads, one below the other; its output is output_size()×1.
class Controller : public Recurrent {
 public:
  virtual size_t output_size() const = 0;

  /// The rows of each value of its start state, where a sequence may begin from given columns of those sizes instead;
  /// empty: it may not.
  virtual std::vector<size_t> state_sizes() const { return {}; }
};

/// The view of a controller's output for watchers ("hidden").
inline constexpr View kHidden = View{"component", ""}.called("Controller's output");

}  // namespace tapehead::inline TAPEHEAD_REAL
