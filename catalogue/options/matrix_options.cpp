#include "catalogue/options/matrix_options.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead {

void check_matrix(size_t slots, size_t width, size_t read_heads, size_t write_heads) {
  constexpr size_t kMost = size_t{1} << 31;  // the numbers of one value are counted in 32 bits
  if (slots * width >= kMost)
    throw InputError(fmt::format("memory.slots, memory.width: got {} and {}; less than {} numbers in all are needed",
                                 slots, width, kMost));
  if (read_heads + write_heads > slots)
    throw InputError(
        fmt::format("memory.read-heads, memory.write-heads: got {} and {}; together at most memory.slots "
                    "({}) is needed",
                    read_heads, write_heads, slots));
}

}  // namespace tapehead
