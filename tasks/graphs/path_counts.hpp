#pragma once
// Whether a model's path leads to its goal.

#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An episode of the shortest-path task is one answer: right where the model's path, each edge the likeliest of those
/// that leave the current node, reaches its end in the least number of edges, by whichever path. (Its cost is that of
/// the edges that were right from where the path had come.)
AnswerCount count_paths(const Paper& paper);

}  // namespace tapehead::inline TAPEHEAD_REAL
