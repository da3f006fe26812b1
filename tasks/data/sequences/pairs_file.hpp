#pragma once
// Pairs from a text file: source, tab, target.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/sequences/units.hpp"

namespace tapehead {

/// What a side may be.
struct Sides {
  Units source, target;
  size_t longest;  ///< units of either
};

/// The pairs of a text, one a line; blanks around a side are none of it. `name` stands for the file in errors.
/// Throws InputError, which names file and line, for a line that is not UTF-8, without a tab or with more than one,
/// with an empty side or one that is too long.
std::vector<Pair> parse_pairs(const std::string& name, std::string_view text, const Sides& sides);

/// Of the file at `path`. Throws InputError as parse_pairs() does, and for one that cannot be read.
std::vector<Pair> read_pairs(const std::string& path, const Sides& sides);

}  // namespace tapehead
