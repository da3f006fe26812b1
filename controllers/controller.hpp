#pragma once
// The controller: it sees the input and what was read, and decides on the heads' controls.

#include <optional>
#include <utility>
#include <vector>

#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/recurrent.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The sizes of a controller's output and state; they follow from its settings alone.
struct ControllerSizes {
  size_t output;
  /// The rows of each value of its start state, where a sequence may begin from given columns of those sizes instead;
  /// empty: it may not.
  std::vector<size_t> states = {};
};

/// A step's inputs are x and the reads, one below the other; its output is output_size()×1. A controller's sizes follow
/// from its settings alone, since what it reads may depend on them.
class Controller : public Recurrent {
 public:
  size_t output_size() const { return sizes_.output; }
  const std::vector<size_t>& state_sizes() const { return sizes_.states; }

  /// The output that belongs to a state, such as an LSTM's h; absent where states do not hold it, which is where
  /// state_sizes() is empty.
  virtual std::optional<Var> output_in(Tape&, const State&) const { return {}; }

 protected:
  explicit Controller(ControllerSizes sizes) : sizes_(std::move(sizes)) {}

 private:
  ControllerSizes sizes_;
};

/// The view of a controller's output for watchers ("hidden").
inline constexpr View kHidden = View{"component", ""}.called("Controller's output");

}  // namespace tapehead::inline TAPEHEAD_REAL
