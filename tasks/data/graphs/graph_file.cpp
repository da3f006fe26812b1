#include "tasks/data/graphs/graph_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

constexpr const char* kThree = "a source, a tab, an edge, a tab and a destination are needed";

/// A line's three names. Throws InputError for another number of names, or an empty one.
std::array<std::string, 3> three_names(const std::string& file, std::string_view line, size_t number) {
  if (const auto tabs = std::count(line.begin(), line.end(), '\t'); tabs != 2)
    refuse_line(file, number, fmt::format("got {} tabs in {}", tabs == 0 ? "no" : std::to_string(tabs), shown(line)),
                kThree);
  const size_t first = line.find('\t'), second = line.find('\t', first + 1);
  const std::array<std::string, 3> names{std::string(trimmed(line.substr(0, first))),
                                         std::string(trimmed(line.substr(first + 1, second - first - 1))),
                                         std::string(trimmed(line.substr(second + 1)))};
  constexpr std::array kWhat{"source", "edge", "destination"};
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) refuse_line(file, number, fmt::format("the {} is empty", kWhat[i]), kThree);
  return names;
}

/// Numbers names in order of appearance.
class Numbered final {
 public:
  explicit Numbered(std::vector<std::string>& names) : names_(names) {}
  uint32_t number(const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, uint32_t> numbers_;
};

}  // namespace

NamedGraph parse_graph(const std::string& name, std::string_view text) {
  NamedGraph named;
  Numbered nodes(named.nodes), edges(named.edges);
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> seen;
  for_each_line(name, text, [&](std::string_view line, size_t number) {
    if (trimmed(line).empty() || line.starts_with('#')) return;
    const auto [source, label, destination] = three_names(name, line, number);
    if (source == destination)
      refuse_line(name, number, fmt::format("got an edge from {} to itself", shown(source)),
                  "one that leads to another node is needed");
    const Graph::Edge edge{nodes.number(source), nodes.number(destination), edges.number(label)};
    if (!seen.emplace(edge.from, edge.label, edge.to).second)
      refuse_line(name, number, fmt::format("{} is there already", shown(line)), "each edge once is needed");
    for (const auto& [names, what] : {std::pair{&named.nodes, "nodes"}, std::pair{&named.edges, "kinds of edges"}})
      if (names->size() > kGraphLabels)
        refuse_line(name, number, fmt::format("got more than {} {}", kGraphLabels, what),
                    fmt::format("at most {}, as there are labels, are needed", kGraphLabels));
    named.graph.edges.push_back(edge);
  });
  Graph& graph = named.graph;
  if (graph.edges.size() < 2)
    throw InputError(fmt::format("{}: got {}; at least two edges, one a line ({}), are needed", name,
                                 graph.edges.empty() ? "no edge" : "one edge", "source, tab, edge, tab, destination"));
  std::stable_sort(graph.edges.begin(), graph.edges.end(),
                   [](const Graph::Edge& a, const Graph::Edge& b) { return a.from < b.from; });
  Stream draw(named.nodes.size(), Split::kShow, Purpose::kPermutation, named.edges.size());
  draw_numbers(draw, kGraphLabels, named.nodes.size(), graph.node_labels);
  draw_numbers(draw, kGraphLabels, named.edges.size(), graph.edge_labels);
  return named;
}

NamedGraph read_graph(const std::string& path) {
  return parse_graph(
      path, read_text_of(FileKind::kUnknown, path, "a text file of edges (source, tab, edge, tab, destination)"));
}

}  // namespace tapehead
