#pragma once
// Guessers that have read the graph, but not the question.

#include "tasks/graphs/graph_steps.hpp"
#include "tasks/guessers/guesser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The question's source and label, and as destination any node of the graph; not the source, where it is excluded.
Guesser guess_node(std::string_view name, bool excludes_source);

/// "echo": the question's source and label, and as destination the source again.
Guesser guess_echo();

/// "uniform": any edge of the graph, at every step.
Guesser guess_edge();

}  // namespace tapehead::inline TAPEHEAD_REAL
