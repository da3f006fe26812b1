#pragma once
// The state of the continuous stack, queue and deque.

#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Followed by the values pushed.
struct StackState {
  TAPEHEAD_VALUES(reads, strengths);  ///< strengths: entries×heads, at first 0×heads
};
/// From bottom to top.
struct StackedValues {
  TAPEHEAD_LISTS(values);  ///< width×heads each
};
inline StateNames stack_state_names() { return joined(names_of<StackState>(), names_of<StackedValues>()); }

}  // namespace tapehead::inline TAPEHEAD_REAL
