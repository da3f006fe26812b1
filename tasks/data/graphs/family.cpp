#include "tasks/data/graphs/family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kMostOfASex = 4;

struct Person {
  bool man;
  bool married;
};

struct Couple {
  uint32_t father, mother;
  uint32_t sons, daughters;
};

}  // namespace

void draw_family(Stream& draw, size_t people, Graph& graph) {
  thread_local std::vector<Person> persons;
  thread_local std::vector<Couple> couples;
  thread_local std::vector<uint32_t> choices;
  persons.assign({{true, true}, {false, true}});
  couples.assign({{0, 1, 0, 0}});
  graph.edges.clear();
  const auto one_of = [&](size_t count) {
    return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
  };
  const auto bear = [&](Couple& couple) {
    const bool man = couple.daughters == kMostOfASex || (couple.sons < kMostOfASex && draw.uniform() < 0.5);
    const auto child = static_cast<uint32_t>(persons.size());
    const uint32_t kind = man ? kFirstSon + couple.sons++ : kFirstDaughter + couple.daughters++;
    persons.push_back({man, false});
    graph.edges.insert(graph.edges.end(), {{child, couple.father, kFather},
                                           {child, couple.mother, kMother},
                                           {couple.father, child, kind},
                                           {couple.mother, child, kind}});
  };
  bear(couples[0]);
  while (persons.size() < people) {
    choices.clear();  // couples that may have another child, followed by people who may marry
    for (uint32_t c = 0; c < couples.size(); ++c)
      if (couples[c].sons + couples[c].daughters < 2 * kMostOfASex) choices.push_back(c);
    const size_t parents = choices.size();
    if (persons.size() + 2 <= people)
      for (uint32_t p = 0; p < persons.size(); ++p)
        if (!persons[p].married) choices.push_back(p);
    if (choices.empty()) break;  // all couples are complete, and there is no room for two more people
    const size_t chosen = one_of(choices.size());
    if (chosen < parents) {
      bear(couples[choices[chosen]]);
      continue;
    }
    const uint32_t one = choices[chosen], other = static_cast<uint32_t>(persons.size());
    const bool man = persons[one].man;
    persons[one].married = true;
    persons.push_back({!man, true});
    couples.push_back(man ? Couple{one, other, 0, 0} : Couple{other, one, 0, 0});
    bear(couples.back());
  }
  std::sort(graph.edges.begin(), graph.edges.end(), [](const Graph::Edge& a, const Graph::Edge& b) {
    return std::pair(a.from, a.label) < std::pair(b.from, b.label);
  });
  draw_numbers(draw, kGraphLabels, persons.size(), graph.node_labels);
  graph.edge_labels.resize(kEdgeKinds);
  for (uint32_t kind = 0; kind < kEdgeKinds; ++kind) graph.edge_labels[kind] = kind;
}

void set_edge_kinds(NamedGraph& named, const std::string& name) {
  std::vector<uint32_t> kinds;
  for (const std::string& edge : named.edges) {
    std::string plain = lower_case(edge);
    plain.erase(std::remove(plain.begin(), plain.end(), ' '), plain.end());
    uint32_t kind = 0;
    const auto is_called = [&](uint32_t k) {
      std::string called(kin_edge(k));
      called.erase(std::remove(called.begin(), called.end(), ' '), called.end());
      return plain == called || plain == std::to_string(k);
    };
    while (kind < kEdgeKinds && !is_called(kind)) ++kind;
    if (kind == kEdgeKinds)
      throw InputError(
          fmt::format("{}: got an edge called {}; father, mother, son 1 to son 4, daughter 1 to daughter "
                      "4, or a digit is needed",
                      name, shown(edge)));
    kinds.push_back(kind);
  }
  std::vector<Graph::Edge>& edges = named.graph.edges;
  for (Graph::Edge& edge : edges) edge.label = kinds[edge.label];
  std::stable_sort(edges.begin(), edges.end(), [](const Graph::Edge& a, const Graph::Edge& b) {
    return std::pair(a.from, a.label) < std::pair(b.from, b.label);
  });
  for (size_t i = 1; i < edges.size(); ++i)
    if (edges[i].from == edges[i - 1].from && edges[i].label == edges[i - 1].label)
      throw InputError(fmt::format("{}: {} has two edges of kind {}; one of each kind is needed", name,
                                   shown(named.nodes[edges[i].from]), kin_edge(edges[i].label)));
  named.graph.edge_labels.resize(kEdgeKinds);
  named.edges.clear();
  for (uint32_t kind = 0; kind < kEdgeKinds; ++kind) {
    named.graph.edge_labels[kind] = kind;
    named.edges.emplace_back(kin_edge(kind));
  }
}

}  // namespace tapehead
