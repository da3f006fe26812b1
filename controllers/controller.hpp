#pragma once
// What decides: sees the input and what was read, and steers the heads.

#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A step's inputs are x and what was read, one below the other; its output is output_size()×1.
class Controller : public Recurrent {
 public:
  virtual size_t output_size() const = 0;

  /// Rows of each value of its start state, where a sequence may as well begin from columns of those rows that somebody
  /// else made; empty: it begins by itself.
  virtual std::vector<size_t> state_sizes() const { return {}; }
};

/// What a controller gives out, as it is watched ("hidden").
inline constexpr View kHidden = View{"component", ""}.called("Controller's output");

}  // namespace tapehead::inline TAPEHEAD_REAL
