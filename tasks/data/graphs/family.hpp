#pragma once
// Families as graphs (Graves et al. 2016, figure 2c, has one that was made up).

#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/graphs/relations.hpp"

namespace tapehead {

/// `people` in one family, three at least (one fewer where the last has no place): a couple and its child; then, one
/// after the other, a couple gets a child more, or a child marries somebody from elsewhere and they have one. A couple
/// has four sons and four daughters at most. Each child has edges to its father and mother, and both have one to it:
/// father, mother, son 1 …, as kin_edge() calls them, by their age. Edge labels are their kinds.
void draw_family(Stream& draw, size_t people, Graph& graph);

/// Edges of a family of so many, at most: four of each child, and the first two are nobody's.
inline size_t most_edges_of_family(size_t people) { return 4 * (people - 2); }

/// What a file's edges are called becomes their kind: a name of kin_edge(), "son1" too, or a digit. Throws InputError,
/// which names the file as `name`, for another, and for two edges of a kind that leave one node.
void set_edge_kinds(NamedGraph& named, const std::string& name);

}  // namespace tapehead
