#pragma once
// Family trees as graphs (Graves et al. 2016, figure 2c, has a made-up one).

#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/graphs/relations.hpp"

namespace tapehead {

/// `people` in one family, at least three (one fewer where the last has no place): a couple and its child; then
/// repeatedly either a couple gets another child, or a child marries somebody new and they have one. A couple has at
/// most four sons and four daughters. Each child has edges to father and mother, and both have an edge to the child:
/// father, mother, son 1 …, as in kin_edge(), by age. Edge labels are their kinds.
void draw_family(Stream& draw, size_t people, Graph& graph);

/// The most edges of a family of that size: four for each person but the first two.
inline size_t most_edges_of_family(size_t people) { return 4 * (people - 2); }

/// Turns the names of a file's edges into kinds: names of kin_edge(), also written "son1", or digits. Throws
/// InputError, which calls the file `name`, for another name, and for two edges of one kind from one node.
void set_edge_kinds(NamedGraph& named, const std::string& name);

}  // namespace tapehead
