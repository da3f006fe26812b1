#include "tasks/data/graphs/graph.hpp"

#include <algorithm>
#include <numeric>

namespace tapehead {
namespace {

/// The range of a node's edges.
std::pair<size_t, size_t> place_of_edges(const std::vector<Graph::Edge>& edges, uint32_t node) {
  const auto [first, last] = std::equal_range(edges.begin(), edges.end(), Graph::Edge{node, 0, 0},
                                              [](const auto& a, const auto& b) { return a.from < b.from; });
  return {first - edges.begin(), last - first};
}

}  // namespace

std::span<const Graph::Edge> Graph::from(uint32_t node) const {
  const auto [first, count] = place_of_edges(edges, node);
  return std::span(edges).subspan(first, count);
}

std::span<Graph::Edge> Graph::from(uint32_t node) {
  const auto [first, count] = place_of_edges(edges, node);
  return std::span(edges).subspan(first, count);
}

void draw_numbers(Stream& draw, uint32_t below, size_t count, std::vector<uint32_t>& numbers) {
  numbers.resize(below);
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (size_t i = 0; i < count; ++i)
    std::swap(numbers[i], numbers[static_cast<size_t>(draw.integer(static_cast<int64_t>(i), int64_t{below} - 1))]);
  numbers.resize(count);
}

void draw_nearest_neighbours(Stream& draw, size_t nodes, SizeRange degree, Graph& graph) {
  struct Point {
    double x, y;
  };
  thread_local std::vector<Point> points;
  thread_local std::vector<uint32_t> others;
  points.resize(nodes);
  for (Point& p : points) p = {draw.uniform(), draw.uniform()};
  draw_numbers(draw, kGraphLabels, nodes, graph.node_labels);
  graph.edges.clear();
  for (uint32_t node = 0; node < nodes; ++node) {
    others.resize(nodes);
    std::iota(others.begin(), others.end(), 0u);
    others.erase(others.begin() + node);
    const auto far = [&](uint32_t other) {
      const double dx = points[other].x - points[node].x, dy = points[other].y - points[node].y;
      return dx * dx + dy * dy;
    };
    std::sort(others.begin(), others.end(), [&](uint32_t a, uint32_t b) { return far(a) < far(b); });
    const size_t count = std::min<size_t>(degree.draw(draw), nodes - 1);
    for (size_t i = 0; i < count; ++i) graph.edges.push_back({node, others[i], 0});
  }
}

void label_edges(Stream& draw, Graph& graph) {
  thread_local std::vector<uint32_t> labels;
  draw_numbers(draw, kGraphLabels, graph.nodes(), graph.edge_labels);
  for (uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::span<Graph::Edge> edges = graph.from(node);
    draw_numbers(draw, static_cast<uint32_t>(graph.nodes()), edges.size(), labels);
    for (size_t i = 0; i < edges.size(); ++i) edges[i].label = labels[i];
  }
}

void distances_to(const Graph& graph, uint32_t goal, std::vector<uint32_t>& distances) {
  distances.assign(graph.nodes(), kUnreachable);
  distances[goal] = 0;
  bool further = true;
  for (uint32_t d = 0; further; ++d) {
    further = false;
    for (const Graph::Edge& edge : graph.edges) {
      if (distances[edge.to] != d || distances[edge.from] != kUnreachable) continue;
      distances[edge.from] = d + 1;
      further = true;
    }
  }
}

const Graph::Edge* next_on_shortest_path(const Graph& graph, uint32_t node, std::span<const uint32_t> distances) {
  if (distances[node] == 0 || distances[node] == kUnreachable) return nullptr;
  const Graph::Edge* best = nullptr;
  for (const Graph::Edge& edge : graph.from(node)) {
    if (distances[edge.to] + 1 != distances[node]) continue;
    if (!best || is_taken_before(graph.triple(edge), graph.triple(*best))) best = &edge;
  }
  return best;
}

}  // namespace tapehead
