#pragma once
// What decides: sees the input and what was read, and steers the heads.

#include <utility>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a controller of some settings gives out and keeps, whatever it is fed with.
struct ControllerSizes {
  size_t output;
  /// Rows of each value of its start state, where a sequence may as well begin from columns of those rows that somebody
  /// else made; empty: it begins by itself.
  std::vector<size_t> states = {};
};

/// A step's inputs are x and what was read, one below the other; its output is output_size()×1. A controller tells its
/// sizes by its settings alone, for what it reads may depend on them.
class Controller : public Recurrent {
 public:
  size_t output_size() const { return sizes_.output; }
  const std::vector<size_t>& state_sizes() const { return sizes_.states; }

 protected:
  explicit Controller(ControllerSizes sizes) : sizes_(std::move(sizes)) {}

 private:
  ControllerSizes sizes_;
};

/// What a controller gives out, as it is watched ("hidden").
inline constexpr View kHidden = View{"component", ""}.called("Controller's output");

}  // namespace tapehead::inline TAPEHEAD_REAL
