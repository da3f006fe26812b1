#pragma once
// Reads pairs from a text file: source, tab, target.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/sequences/units.hpp"

namespace tapehead {

/// The limits of each side.
struct Sides {
  Units source, target;
  size_t longest;  ///< units of either side
};

/// The pairs of a text, one a line; blanks around a side are dropped. `name` names the file in errors. Throws
/// InputError, which names file and line, for a line that is not UTF-8, that does not have exactly one tab, or with a
/// side that is empty or too long.
std::vector<Pair> parse_pairs(const std::string& name, std::string_view text, const Sides& sides);

/// The pairs of the file at `path`. Throws InputError as parse_pairs() does, and where it cannot be read.
std::vector<Pair> read_pairs(const std::string& path, const Sides& sides);

}  // namespace tapehead
