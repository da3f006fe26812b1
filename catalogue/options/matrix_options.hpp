#pragma once
// What every matrix memory declares: its size and its heads.

#include <vector>

#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead {

/// memory.slots, memory.width, memory.read-heads, memory.write-heads.
std::vector<Option> matrix_options();

struct MatrixSize {
  size_t slots, width, read_heads, write_heads;
};

/// What those options say. Throws InputError for a memory that is too large to count, and for more heads than slots.
MatrixSize matrix_size(const Settings& settings);

}  // namespace tapehead
