#pragma once
// Graphs of labelled nodes and edges, and how they are drawn (Graves et al. 2016, Methods, "Random graph generation").

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// Labels are numbers below this; three digits.
inline constexpr uint32_t kGraphLabels = 1000;
/// Stands where a triple leaves a label open.
inline constexpr uint32_t kBlankLabel = ~0u;

/// (source, edge, destination), by their labels.
struct Triple {
  uint32_t source = kBlankLabel, edge = kBlankLabel, destination = kBlankLabel;
  bool operator==(const Triple&) const = default;
};

/// What ends an answer: no edge leads from a node to itself, so it is none.
inline constexpr Triple kEndTriple{0, 0, 0};

/// From a least to a greatest size, both included.
struct SizeRange {
  uint32_t min, max;
  uint32_t draw(Stream& stream) const { return static_cast<uint32_t>(stream.integer(min, max)); }
  bool operator==(const SizeRange&) const = default;
};

/// Nodes and edges by their numbers from 0, and the labels that stand for them. Reused: it keeps its memory.
struct Graph {
  struct Edge {
    uint32_t from, to, label;  ///< `label`: which of edge_labels
  };
  std::vector<Edge> edges;  ///< those of a node side by side, in the nodes' order
  std::vector<uint32_t> node_labels, edge_labels;

  size_t nodes() const { return node_labels.size(); }
  Triple triple(const Edge& edge) const {
    return {node_labels[edge.from], edge_labels[edge.label], node_labels[edge.to]};
  }
  /// The edges that leave a node.
  std::span<const Edge> from(uint32_t node) const;
  std::span<Edge> from(uint32_t node);
};

/// `count` different numbers below `below`, in any order.
void draw_numbers(Stream& draw, uint32_t below, size_t count, std::vector<uint32_t>& numbers);

/// Points uniform on the unit square, each with edges to its K nearest neighbours, K uniform over `degree` for each (at
/// most all others); nodes with different labels. Edges have none yet.
void draw_nearest_neighbours(Stream& draw, size_t nodes, SizeRange degree, Graph& graph);

/// Edge labels of which no two that leave a node are alike, from as many different numbers as there are nodes.
void label_edges(Stream& draw, Graph& graph);

inline constexpr uint32_t kUnreachable = ~0u;

/// How many edges it takes from each node to `goal`, kUnreachable where no path leads there.
void distances_to(const Graph& graph, uint32_t goal, std::vector<uint32_t>& distances);

/// Of edges that lead nearer to a goal by as much, which is taken: that of the smallest destination's label, then of
/// the smallest label of its own.
inline bool is_taken_before(const Triple& one, const Triple& other) {
  return one.destination != other.destination ? one.destination < other.destination : one.edge < other.edge;
}

/// The first edge of one of the shortest paths from a node to the goal that these are the distances to. nullptr: no
/// path leads there, or it is the goal.
const Graph::Edge* next_on_shortest_path(const Graph& graph, uint32_t node, std::span<const uint32_t> distances);

}  // namespace tapehead
