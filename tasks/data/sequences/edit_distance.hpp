#pragma once
// How far what was said is from what was right.

#include <cstddef>
#include <cstdint>
#include <span>

namespace tapehead {

/// The least number of tokens to be put in, left out or exchanged (Levenshtein 1966), each counting one.
size_t edit_distance(std::span<const uint32_t> said, std::span<const uint32_t> right);

}  // namespace tapehead
