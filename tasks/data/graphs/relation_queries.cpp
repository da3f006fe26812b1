#include "tasks/data/graphs/relation_queries.hpp"

#include <algorithm>

namespace tapehead {
namespace {

constexpr uint32_t kNoKind = kEdgeKinds;  // of an edge without a label yet
constexpr size_t kTriesOfAQuery = 200;    // tries of node and relation for one query

size_t one_among(Stream& draw, size_t count) {
  return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
}

/// The nodes of a way: a relation's, with its first.
class Passed final {
 public:
  explicit Passed(uint32_t first) : nodes_{first} {}
  bool has(uint32_t node) const {
    return std::find(nodes_.begin(), nodes_.begin() + count_, node) != nodes_.begin() + count_;
  }
  void add(uint32_t node) { nodes_[count_++] = node; }
  uint32_t last() const { return nodes_[count_ - 1]; }

 private:
  std::array<uint32_t, kLongestRelation + 1> nodes_;
  std::ptrdiff_t count_ = 1;
};

/// The edge of a kind from the last node passed, else one without a label, that leads to a node not passed; nullptr
/// where there is none.
Graph::Edge* way(Stream& draw, Graph& graph, const Passed& passed, uint32_t kind) {
  const std::span<Graph::Edge> edges = graph.from(passed.last());
  const auto is_open = [&](const Graph::Edge& edge) { return edge.label == kNoKind && !passed.has(edge.to); };
  size_t open = 0;
  for (Graph::Edge& edge : edges) {
    if (edge.label == kind) return passed.has(edge.to) ? nullptr : &edge;
    open += is_open(edge);
  }
  if (open == 0) return nullptr;
  size_t chosen = one_among(draw, open);
  for (Graph::Edge& edge : edges)
    if (is_open(edge) && chosen-- == 0) return &edge;
  return nullptr;
}

/// The node that a relation leads to, labelling edges on the way as needed; kUnreachable, without labelling anything,
/// where it cannot.
uint32_t lay_way(Stream& draw, Graph& graph, uint32_t node, const Relation& relation) {
  std::array<Graph::Edge*, kLongestRelation> labelled{};
  size_t count = 0;
  Passed passed(node);
  for (const uint8_t kind : relation.sequence()) {
    Graph::Edge* const edge = way(draw, graph, passed, kind);
    if (!edge) {
      for (size_t i = 0; i < count; ++i) labelled[i]->label = kNoKind;
      return kUnreachable;
    }
    if (edge->label == kNoKind) labelled[count++] = edge;
    edge->label = kind;
    passed.add(edge->to);
  }
  return passed.last();
}

/// Labels the remaining edges, differently from the others of their node.
void label_the_others(Stream& draw, Graph& graph) {
  for (uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::span<Graph::Edge> edges = graph.from(node);
    for (Graph::Edge& edge : edges) {
      if (edge.label != kNoKind) continue;
      uint32_t kind;
      do kind = static_cast<uint32_t>(one_among(draw, kEdgeKinds));
      while (std::any_of(edges.begin(), edges.end(), [&](const auto& other) { return other.label == kind; }));
      edge.label = kind;
    }
  }
}

}  // namespace

uint32_t follow(const Graph& graph, uint32_t node, const Relation& relation) {
  Passed passed(node);
  for (const uint8_t kind : relation.sequence()) {
    const auto edges = graph.from(passed.last());
    const auto found = std::find_if(edges.begin(), edges.end(), [&](const auto& edge) { return edge.label == kind; });
    if (found == edges.end() || passed.has(found->to)) return kUnreachable;
    passed.add(found->to);
  }
  return passed.last();
}

bool draw_queries_and_labels(Stream& draw, SizeRange length, size_t count, Graph& graph,
                             std::vector<RelationQuery>& queries) {
  graph.edge_labels.resize(kEdgeKinds);
  for (uint32_t kind = 0; kind < kEdgeKinds; ++kind) graph.edge_labels[kind] = kind;
  for (Graph::Edge& edge : graph.edges) edge.label = kNoKind;
  queries.clear();
  // A way that comes to no node twice has fewer edges than there are nodes.
  const SizeRange fits{length.min, std::min(length.max, static_cast<uint32_t>(graph.nodes() - 1))};
  while (queries.size() < count) {
    const auto choices = relations_of(fits.draw(draw));
    size_t tries = 0;
    for (; tries < kTriesOfAQuery; ++tries) {
      const Relation& relation = choices[one_among(draw, choices.size())];
      const auto from = static_cast<uint32_t>(one_among(draw, graph.nodes()));
      const uint32_t to = lay_way(draw, graph, from, relation);
      if (to == kUnreachable) continue;
      queries.push_back({from, &relation, to});
      break;
    }
    if (tries == kTriesOfAQuery) return false;
  }
  label_the_others(draw, graph);
  return true;
}

void RelationQueries::list(const Graph& graph, SizeRange length) {
  for (auto& queries : of_length_) queries.clear();
  for (size_t l = length.min; l <= length.max; ++l)
    for (uint32_t node = 0; node < graph.nodes(); ++node)
      for (const Relation& relation : relations_of(l))
        if (const uint32_t to = follow(graph, node, relation); to != kUnreachable)
          of_length_[l].push_back({node, &relation, to});
}

bool RelationQueries::empty() const {
  return std::all_of(of_length_.begin(), of_length_.end(), [](const auto& queries) { return queries.empty(); });
}

void RelationQueries::draw(Stream& draw, SizeRange length, size_t count, std::vector<RelationQuery>& queries) const {
  thread_local std::vector<size_t> lengths;
  lengths.clear();
  for (size_t l = length.min; l <= length.max; ++l)
    if (!of_length_[l].empty()) lengths.push_back(l);
  queries.clear();
  if (lengths.empty()) return;
  while (queries.size() < count) {
    const auto& choices = of_length_[lengths[one_among(draw, lengths.size())]];
    queries.push_back(choices[one_among(draw, choices.size())]);
  }
}

}  // namespace tapehead
