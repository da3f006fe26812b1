#pragma once
// Queries for the node that a relation leads to.

#include "tasks/data/graphs/relations.hpp"

namespace tapehead {

/// A node, a relation, and the node that it leads to; nodes by index.
struct RelationQuery {
  uint32_t from;
  const Relation* relation;
  uint32_t to;
};

/// The node that a relation leads to, kUnreachable where an edge is missing, and where the way comes to a node a second
/// time: such a question might be answered by the node asked about, or by a shorter way. Edge labels are kinds.
uint32_t follow(const Graph& graph, uint32_t node, const Relation& relation);

/// Draws queries with lengths uniform over the part of `length` that the graph's nodes allow (one fewer than there
/// are), from random nodes, and edge labels such that follow() answers them; the other edges get random labels. Returns
/// whether it succeeded: a small graph may run out of edges.
bool draw_queries_and_labels(Stream& draw, SizeRange length, size_t count, Graph& graph,
                             std::vector<RelationQuery>& queries);

/// All queries of a labelled graph that have an answer. Reused: it keeps its memory.
class RelationQueries final {
 public:
  /// Lists the queries of relations with these lengths; replaces the list.
  void list(const Graph& graph, SizeRange length);

  bool empty() const;

  /// Draws from those lengths, uniformly, for which there are queries. Draws none where there are none.
  void draw(Stream& draw, SizeRange length, size_t count, std::vector<RelationQuery>& queries) const;

 private:
  std::array<std::vector<RelationQuery>, kLongestRelation + 1> of_length_;
};

}  // namespace tapehead
