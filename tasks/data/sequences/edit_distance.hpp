#pragma once
// The edit distance between an answer and the right answer.

#include <cstddef>
#include <cstdint>
#include <span>

namespace tapehead {

/// The least number of inserted, deleted and replaced tokens (Levenshtein 1966), each counting one.
size_t edit_distance(std::span<const uint32_t> said, std::span<const uint32_t> right);

}  // namespace tapehead
