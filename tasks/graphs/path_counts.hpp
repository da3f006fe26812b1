#pragma once
// Whether the path that was said leads to its goal.

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An episode of a graph is one answer: right where the path that was said, each edge the likeliest of those that leave
/// where one is, comes to its end in as few edges as there may be, whichever they are. (Its cost is that of the edges
/// that were right from where the path had come.)
AnswerCount count_paths(const Paper& paper);

}  // namespace tapehead::inline TAPEHEAD_REAL
