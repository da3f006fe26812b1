#pragma once
// Graphs of labelled nodes and edges, and how they are drawn (Graves et al. 2016, Methods, "Random graph generation").

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// Labels are numbers below this: three digits.
inline constexpr uint32_t kGraphLabels = 1000;
/// A label left open in a triple.
inline constexpr uint32_t kBlankLabel = ~0u;

/// (source, edge, destination), by label.
struct Triple {
  uint32_t source = kBlankLabel, edge = kBlankLabel, destination = kBlankLabel;
  bool operator==(const Triple&) const = default;
};

/// Ends an answer: no edge leads from a node to itself, so it is no edge.
inline constexpr Triple kEndTriple{0, 0, 0};

/// A range of sizes, both ends included.
struct SizeRange {
  uint32_t min, max;
  uint32_t draw(Stream& stream) const { return static_cast<uint32_t>(stream.integer(min, max)); }
  bool operator==(const SizeRange&) const = default;
};

/// Nodes and edges by index, and their labels. Reused: it keeps its memory.
struct Graph {
  struct Edge {
    uint32_t from, to, label;  ///< `label`: index into edge_labels
  };
  std::vector<Edge> edges;  ///< grouped by node, in the nodes' order
  std::vector<uint32_t> node_labels, edge_labels;

  size_t nodes() const { return node_labels.size(); }
  Triple triple(const Edge& edge) const {
    return {node_labels[edge.from], edge_labels[edge.label], node_labels[edge.to]};
  }
  /// The edges that leave a node.
  std::span<const Edge> from(uint32_t node) const;
  std::span<Edge> from(uint32_t node);
};

/// `count` distinct numbers below `below`, in random order.
void draw_numbers(Stream& draw, uint32_t below, size_t count, std::vector<uint32_t>& numbers);

/// Points uniform on the unit square, each with edges to its K nearest neighbours, with K drawn uniformly from `degree`
/// for each (at most all others); nodes with distinct labels. Edges have no labels yet.
void draw_nearest_neighbours(Stream& draw, size_t nodes, SizeRange degree, Graph& graph);

/// Labels edges such that no two from the same node are alike, out of as many distinct labels as there are nodes.
void label_edges(Stream& draw, Graph& graph);

inline constexpr uint32_t kUnreachable = ~0u;

/// The number of edges from each node to `goal`, kUnreachable where there is no path.
void distances_to(const Graph& graph, uint32_t goal, std::vector<uint32_t>& distances);

/// The order among edges that lead equally near to the goal: by the destination's label, then by the edge's own; the
/// smallest is taken.
inline bool is_taken_before(const Triple& one, const Triple& other) {
  return one.destination != other.destination ? one.destination < other.destination : one.edge < other.edge;
}

/// The first edge of a shortest path from a node to the goal that the distances belong to. nullptr: there is no path,
/// or the node is the goal.
const Graph::Edge* next_on_shortest_path(const Graph& graph, uint32_t node, std::span<const uint32_t> distances);

}  // namespace tapehead
