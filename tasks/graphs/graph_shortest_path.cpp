#include "tasks/graphs/graph_shortest_path.hpp"

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/graphs/path_counts.hpp"
#include "tasks/graphs/shown_graph.hpp"
#include "tasks/judges/answers_judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kTriesOfAGraph = 100;  // graphs drawn until one has a path of the wanted length
constexpr uint32_t kLeastPath = 2;

/// The start of a path, and the distances of all nodes to its end.
struct Ends {
  uint32_t start = 0, length = 0;  ///< length 0: not found
  std::vector<uint32_t> distances;
};

/// Two nodes `length` apart, or where there are none, as far apart as there are, up to that; goals are tried in random
/// order.
void find_ends(const Graph& graph, uint32_t length, Stream& draw, Ends& ends) {
  thread_local std::vector<uint32_t> goals, starts, distances;
  draw_numbers(draw, static_cast<uint32_t>(graph.nodes()), graph.nodes(), goals);
  ends.length = 0;
  for (const uint32_t goal : goals) {
    distances_to(graph, goal, distances);
    uint32_t furthest = 0;
    for (const uint32_t d : distances)
      if (d <= length) furthest = std::max(furthest, d);
    if (furthest <= ends.length) continue;
    starts.clear();
    for (uint32_t node = 0; node < graph.nodes(); ++node)
      if (distances[node] == furthest) starts.push_back(node);
    ends.start = starts[static_cast<size_t>(draw.integer(0, static_cast<int64_t>(starts.size()) - 1))];
    ends.length = furthest;
    ends.distances.assign(distances.begin(), distances.end());
    if (furthest == length) return;
  }
}

}  // namespace

GraphShortestPathTask::GraphShortestPathTask(const GraphSettings& settings)
    : lessons_(settings, shortest_path_lessons()) {
  if (!lessons_.map()) return;
  Stream draw(1, Split::kShow, Purpose::kEpisode, 0);
  Ends ends;
  find_ends(lessons_.map()->graph, kLeastPath, draw, ends);
  if (ends.length < kLeastPath)
    throw InputError("task.path: got a graph in which no path has two edges; one to be looked for is needed");
}

void GraphShortestPathTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local GraphSteps steps;
  thread_local Graph drawn;
  thread_local Ends ends;
  steps.clear();
  for (size_t b = 0; b < range.count; ++b) {
    Stream draw = episode_stream(range, shape, b);
    const Graph& graph = lessons_.map() ? lessons_.map()->graph : drawn;
    for (size_t tries = 0; tries < kTriesOfAGraph; ++tries) {
      if (!lessons_.map()) {
        draw_nearest_neighbours(draw, shape[1], lessons_.lesson(shape).degree, drawn);
        label_edges(draw, drawn);
      }
      find_ends(graph, shape[2], draw, ends);
      if (ends.length == shape[2] || lessons_.map()) break;
    }
    const auto goal =
        static_cast<uint32_t>(std::find(ends.distances.begin(), ends.distances.end(), 0u) - ends.distances.begin());
    steps.describe(graph, draw);
    steps.begin_phase();
    steps.show({graph.node_labels[ends.start], kBlankLabel, graph.node_labels[goal]});
    steps.plan();
    steps.begin_phase();
    Triple before;
    for (uint32_t node = ends.start; node != goal;) {
      const Graph::Edge& edge = *next_on_shortest_path(graph, node, ends.distances);
      steps.ask(graph.triple(edge), before);
      before = graph.triple(edge);
      node = edge.to;
    }
    steps.end_episode();
  }
  steps.fill(batch);
}

std::unique_ptr<Judge> GraphShortestPathTask::judge() const { return std::make_unique<AnswersJudge>(count_paths); }

bool GraphShortestPathTask::react(const Given& given, double share, Stream draw, Batch& batch, size_t episode) const {
  thread_local ShownGraph graph;
  graph.read(batch, episode);
  bool changed = false;
  const auto put = [&](const Triple& triple, Real* to) {
    Real fresh[kTripleWidth] = {};
    put_triple(triple, fresh);
    changed = changed || !std::equal(fresh, fresh + kTripleWidth, to);
    std::copy_n(fresh, kTripleWidth, to);
  };
  uint32_t at = graph.start();
  Triple before;
  bool goes_on = true;  // while there is a path, and the model was asked for its next edge
  for (size_t i = 0; i < graph.answer_steps(); ++i) {
    const size_t step = graph.answer() + i;
    const Triple* const right = goes_on ? graph.right_from(at) : nullptr;
    put(before, batch.input(episode, step));
    put(right ? *right : Triple{}, batch.target.at(episode, step));
    Real* const scored = batch.scored(episode, step);
    changed = changed || (*scored != 0) != (right != nullptr);
    std::fill_n(scored, kTripleDigits, right ? Real{1} : Real{0});
    const bool own = draw.uniform() < share;
    if (!right) {
      goes_on = false;
      before = {};
      continue;
    }
    const auto column = std::lower_bound(given.steps.begin(), given.steps.end(), step);
    const Triple* taken = right;
    if (own && column != given.steps.end() && *column == step)
      taken =
          graph.likeliest_from(at, given.logits.column(given.item, static_cast<size_t>(column - given.steps.begin())));
    before = *taken;
    at = taken->destination;
  }
  return changed;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
