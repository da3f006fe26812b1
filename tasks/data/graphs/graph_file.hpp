#pragma once
// Graphs from text files: a map of an underground, a family.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// A graph by its names; `labels` of nodes and edges are those of the graph, in their order.
struct NamedGraph {
  Graph graph;
  std::vector<std::string> nodes, edges;  ///< names, in the order in which they come first
};

/// Lines of "source, tab, edge, tab, destination"; an edge leads one way. Blanks around names, empty lines and lines
/// that begin with # are passed over. Each name has a label of three digits, drawn for ever the same by how many names
/// there are. `name` stands for the file in errors. Throws InputError, which names the line, for one that is not three
/// names, an edge from a node to itself, one that is there already, and more than a thousand nodes or kinds of edges;
/// and for fewer than two edges.
NamedGraph parse_graph(const std::string& name, std::string_view text);

/// Of a file. Throws InputError also for one that cannot be read.
NamedGraph read_graph(const std::string& path);

}  // namespace tapehead
