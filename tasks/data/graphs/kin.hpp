#pragma once
// What one person of a family is to another.

#include <span>
#include <string>

#include "tasks/data/graphs/graph.hpp"

namespace tapehead {

/// What `whom` is to `whose`: "maternal great-uncle", "wife"; empty where there is no word for it. By blood the nearest
/// counts, on the father's side before the mother's. `family`: edges by label, whose own labels are kinds (kin_edge());
/// who has a child is its parent, whether or not the child's edge is there too.
std::string kin_name(std::span<const Triple> family, uint32_t whose, uint32_t whom);

}  // namespace tapehead
