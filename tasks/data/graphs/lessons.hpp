#pragma once
// The published curricula of the graph tasks (Graves et al. 2016, Extended Data Tables 3 to 5).

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// The ranges of a lesson: nodes of a graph, edges from a node, and the length of a path or relation.
struct GraphLesson {
  SizeRange nodes, degree, length;
};

std::span<const GraphLesson> traversal_lessons();      ///< Table 3
std::span<const GraphLesson> inference_lessons();      ///< Table 4; each episode has three queries
std::span<const GraphLesson> shortest_path_lessons();  ///< Table 5

}  // namespace tapehead
