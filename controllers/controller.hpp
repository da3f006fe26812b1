#pragma once
// What decides: sees the input and what was read, and steers the heads.

#include "autodiff/recurrent.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A step's inputs are x and what was read, one below the other; its output is output_size()×1.
class Controller : public Recurrent {
 public:
  virtual size_t output_size() const = 0;
};

/// What a controller gives out, as it is watched ("hidden").
inline constexpr View kHidden = View{"component", ""}.called("Controller's output");

}  // namespace tapehead::inline TAPEHEAD_REAL
