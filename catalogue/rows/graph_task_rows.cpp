#include "catalogue/rows/graph_task_rows.hpp"

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "tasks/data/graphs/family.hpp"
#include "tasks/graphs/graph_inference.hpp"
#include "tasks/graphs/graph_shortest_path.hpp"
#include "tasks/graphs/graph_traversal.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct GraphOptions : GraphInferenceSettings {
  std::string path;
};

/// task.path
Bound<GraphOptions> file_option(const char* file) {
  return Bound<GraphOptions>{}.path("task.path", &GraphOptions::path, file);
}

/// By default all lessons up to `last`.
Bound<GraphSettings> lesson_options(size_t last, std::span<const GraphLesson> lessons) {
  return Bound<GraphSettings>({.max_lesson = last})
      .limits("task.lesson", &GraphSettings::min_lesson, &GraphSettings::max_lesson, 1,
              static_cast<long long>(lessons.size()), "number", "a lesson");
}

/// The settings from the options, with the graph of the file, if there is one.
GraphOptions read_with_map(const Bound<GraphOptions>& options, const Settings& s, bool edges_have_kinds) {
  GraphOptions graphs = options.read(s);
  if (graphs.path.empty()) return graphs;
  const auto map = std::make_shared<NamedGraph>(read_graph(graphs.path));
  if (edges_have_kinds) set_edge_kinds(*map, graphs.path);
  graphs.graphs.map = map;
  return graphs;
}

/// The row of a task on any graph.
template <class OnGraphs>
TaskRow graph_row(const char* name, const char* summary, const Bound<GraphSettings>& lessons) {
  const Bound<GraphOptions> options =
      file_option("a graph to be asked about, by names: source, tab, edge, tab, destination in each line")
          .with(&GraphOptions::graphs, lessons);
  return {{name, summary, "Graves et al. 2016, Methods", options.options(), {}},
          [options](const Settings& s, const KnownCorpus&) {
            return std::make_unique<OnGraphs>(read_with_map(options, s, false).graphs);
          }};
}

TaskRow traversal_row() {
  return graph_row<GraphTraversalTask>("graph-traversal",
                                       "given a graph, say the edges along a walk of which only their labels are told",
                                       lesson_options(4, traversal_lessons()));
}

TaskRow shortest_path_row() {
  return graph_row<GraphShortestPathTask>("graph-shortest-path",
                                          "given a graph, say the edges of a shortest path from one node to another",
                                          lesson_options(3, shortest_path_lessons()));
}

TaskRow inference_row() {
  const auto options =
      Bound<GraphOptions>{}
          .choice("task.graphs", &GraphOptions::families, {{"random", false}, {"families", true}},
                  "graphs of nearest neighbours, or of fathers, mothers, sons and daughters")
          .with(
              file_option("a family to be asked about: person, tab, father, tab, person in each line; mother, son 1 … "
                          "daughter 4 as well, or digits"))
          .with(&GraphOptions::graphs, lesson_options(5, inference_lessons()));
  return {{"graph-inference",
           "given a graph, say where relations lead to that stand for several edges",
           "Graves et al. 2016, Methods",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus&) {
            return std::make_unique<GraphInferenceTask>(read_with_map(options, s, true));
          }};
}

TaskRow family_tree_row() {
  TaskRow row = inference_row();
  row.info = {"family-tree",
              "short for --task graph-inference --task.graphs families",
              "Graves et al. 2016, Methods",
              {},
              {{"task", "graph-inference"}, {"task.graphs", "families"}}};
  return row;
}

}  // namespace

std::vector<TaskRow> graph_task_rows() {
  return {traversal_row(), shortest_path_row(), inference_row(), family_tree_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
