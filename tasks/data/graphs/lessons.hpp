#pragma once
// The curricula of the graph tasks as they were published (Graves et al. 2016, Extended Data Tables 3 to 5).

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// What a lesson draws from: nodes of a graph, edges that leave a node, and how long a path or a relation is.
struct GraphLesson {
  SizeRange nodes, degree, length;
};

std::span<const GraphLesson> traversal_lessons();      ///< Table 3
std::span<const GraphLesson> inference_lessons();      ///< Table 4; each episode has three queries
std::span<const GraphLesson> shortest_path_lessons();  ///< Table 5

}  // namespace tapehead
