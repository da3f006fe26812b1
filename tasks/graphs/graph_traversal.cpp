#include "tasks/graphs/graph_traversal.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/graphs/graph_guessers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Whether no other edge from its node has the edge's label.
bool is_told_by_label(const Graph& graph, const Graph::Edge& edge) {
  const auto edges = graph.from(edge.from);
  return std::count_if(edges.begin(), edges.end(), [&](const auto& other) { return other.label == edge.label; }) == 1;
}

/// A random walk of `length` edges, shorter where it cannot go on.
void walk(const Graph& graph, size_t length, Stream& draw, std::vector<const Graph::Edge*>& path) {
  thread_local std::vector<const Graph::Edge*> ways;
  const auto find_ways = [&](uint32_t node) {
    ways.clear();
    for (const Graph::Edge& edge : graph.from(node))
      if (is_told_by_label(graph, edge)) ways.push_back(&edge);
    return !ways.empty();
  };
  const auto anywhere = [&](size_t count) {
    return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
  };
  path.clear();
  auto node = static_cast<uint32_t>(anywhere(graph.nodes()));
  while (!find_ways(node)) node = static_cast<uint32_t>(anywhere(graph.nodes()));
  while (path.size() < length && find_ways(node)) {
    path.push_back(ways[anywhere(ways.size())]);
    node = path.back()->to;
  }
}

}  // namespace

GraphTraversalTask::GraphTraversalTask(const GraphSettings& settings) : lessons_(settings, traversal_lessons()) {
  if (!lessons_.map()) return;
  const Graph& graph = lessons_.map()->graph;
  if (std::none_of(graph.edges.begin(), graph.edges.end(), [&](const auto& e) { return is_told_by_label(graph, e); }))
    throw InputError(
        "task.path: got a graph in which every edge has another of its label beside it; an edge that its "
        "source and label tell is needed");
}

void GraphTraversalTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local GraphSteps steps;
  thread_local Graph drawn;
  thread_local std::vector<const Graph::Edge*> path;
  steps.clear();
  for (size_t b = 0; b < range.count; ++b) {
    Stream draw = episode_stream(range, shape, b);
    const Graph& graph = lessons_.map() ? lessons_.map()->graph : drawn;
    if (!lessons_.map()) {
      draw_nearest_neighbours(draw, shape[1], lessons_.lesson(shape).degree, drawn);
      label_edges(draw, drawn);
    }
    walk(graph, shape[2], draw, path);
    steps.describe(graph, draw);
    steps.begin_phase();
    for (const auto& edge : path)
      steps.show({&edge == &path.front() ? graph.node_labels[edge->from] : kBlankLabel, graph.edge_labels[edge->label],
                  kBlankLabel});
    steps.begin_phase();
    for (const Graph::Edge* edge : path) steps.ask(graph.triple(*edge));
    steps.ask(kEndTriple);
    steps.end_episode();
  }
  steps.fill(batch);
}

std::vector<Guesser> GraphTraversalTask::guessers() const { return {guess_edge()}; }

}  // namespace tapehead::inline TAPEHEAD_REAL
