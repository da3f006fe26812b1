#include "catalogue/rows/graph_task_rows.hpp"

#include "autodiff/base/error.hpp"
#include "catalogue/rows/task_sizes.hpp"
#include "tasks/data/graphs/family.hpp"
#include "tasks/graphs/graph_inference.hpp"
#include "tasks/graphs/graph_shortest_path.hpp"
#include "tasks/graphs/graph_traversal.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Lessons from the first to `last` are drawn from where nothing else is said.
std::vector<Option> graph_options(const char* file, size_t last, std::span<const GraphLesson> lessons,
                                  std::vector<Option> others = {}) {
  others.push_back(Option::path("task.path", file));
  return with_sizes(std::move(others), {{"lesson", 1, static_cast<long long>(last), 1,
                                         static_cast<long long>(lessons.size()), "number", "a lesson"}});
}

constexpr const char* kMapFile =
    "a graph to be asked about, by names: source, tab, edge, tab, destination in each line";

/// The graph of a file, or none.
std::shared_ptr<NamedGraph> map_of(const Settings& s) {
  const std::string& path = s.text("task.path");
  return path.empty() ? nullptr : std::make_shared<NamedGraph>(read_graph(path));
}

GraphSettings graph_settings(const Settings& s, std::shared_ptr<const NamedGraph> map) {
  return {s.size("task.min-lesson"), s.size("task.max-lesson"), std::move(map)};
}

TaskRow traversal_row() {
  return {{"graph-traversal",
           "given a graph, say the edges along a walk of which only their labels are told",
           "Graves et al. 2016, Methods",
           graph_options(kMapFile, 4, traversal_lessons()),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<GraphTraversalTask>(graph_settings(s, map_of(s)));
          }};
}

TaskRow shortest_path_row() {
  return {{"graph-shortest-path",
           "given a graph, say the edges of a shortest path from one node to another",
           "Graves et al. 2016, Methods",
           graph_options(kMapFile, 3, shortest_path_lessons()),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            return std::make_unique<GraphShortestPathTask>(graph_settings(s, map_of(s)));
          }};
}

TaskRow inference_row() {
  return {{"graph-inference",
           "given a graph, say where relations lead to that stand for several edges",
           "Graves et al. 2016, Methods",
           graph_options("a family to be asked about: person, tab, father, tab, person in each line; mother, son 1 … "
                         "daughter 4 as well, or digits",
                         5, inference_lessons(),
                         {Option::choice("task.graphs", "random", {"random", "families"},
                                         "graphs of nearest neighbours, or of fathers, mothers, sons and daughters")}),
           {}},
          [](const Settings& s, const KnownCorpus&) {
            const auto map = map_of(s);
            if (map) set_edge_kinds(*map, s.text("task.path"));
            return std::make_unique<GraphInferenceTask>(
                GraphInferenceSettings{graph_settings(s, map), s.text("task.graphs") == "families"});
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
