#pragma once
// Questions of where a relation leads to.

#include "tasks/data/graphs/relations.hpp"

namespace tapehead {

/// A node, a relation, and the node to which it leads; nodes by their numbers.
struct RelationQuery {
  uint32_t from;
  const Relation* relation;
  uint32_t to;
};

/// Where a relation leads from a node, kUnreachable where an edge is missing. Edge labels are kinds.
uint32_t follow(const Graph& graph, uint32_t node, const Relation& relation);

/// Queries of lengths uniform over `length`, from random nodes, and labels of the edges such that they have an answer;
/// the other edges get labels at random. Gives whether that could be: in a small graph its edges may be used up.
bool draw_queries_and_labels(Stream& draw, SizeRange length, size_t count, Graph& graph,
                             std::vector<RelationQuery>& queries);

/// All queries of a graph with labels that have an answer. Reused: it keeps its memory.
class RelationQueries final {
 public:
  /// Lists those of relations of these lengths, and forgets what it had.
  void list(const Graph& graph, SizeRange length);

  bool empty() const;

  /// Of lengths uniform over those for which there are any. None are drawn where there is none.
  void draw(Stream& draw, SizeRange length, size_t count, std::vector<RelationQuery>& queries) const;

 private:
  std::array<std::vector<RelationQuery>, kLongestRelation + 1> of_length_;
};

}  // namespace tapehead
