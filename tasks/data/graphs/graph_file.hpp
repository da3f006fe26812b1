#pragma once
// Graphs from text files: an underground map, a family tree.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// A graph with names; `labels` of nodes and edges are the graph's, in their order.
struct NamedGraph {
  Graph graph;
  std::vector<std::string> nodes, edges;  ///< names, in order of first appearance
};

/// Lines of "source, tab, edge, tab, destination"; edges are directed. Blanks around names, empty lines and lines that
/// begin with # are skipped. Each name has a label of three digits, which depends only on the number of names. `name`
/// names the file in errors. Throws InputError, which names the line, for a line without exactly three names, an edge
/// from a node to itself, a duplicate edge, and more than a thousand nodes or kinds of edges; and for fewer than two
/// edges.
NamedGraph parse_graph(const std::string& name, std::string_view text);

/// The same for a file. Throws InputError also where it cannot be read.
NamedGraph read_graph(const std::string& path);

}  // namespace tapehead
