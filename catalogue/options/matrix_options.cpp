#include "catalogue/options/matrix_options.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead {

std::vector<Option> matrix_options() {
  return {Option::integer("memory.slots", 128, 1, 1048576, "slots of the memory (the papers' N)").checked_at("7"),
          Option::integer("memory.width", 20, 1, 65536, "numbers a slot (the papers' M)").checked_at("4"),
          Option::integer("memory.read-heads", 1, 1, 64, "reading heads").checked_at("2"),
          Option::integer("memory.write-heads", 1, 1, 64, "writing heads").checked_at("2")};
}

MatrixSize matrix_size(const Settings& settings) {
  const MatrixSize size{settings.size("memory.slots"), settings.size("memory.width"),
                        settings.size("memory.read-heads"), settings.size("memory.write-heads")};
  constexpr size_t kMost = size_t{1} << 31;  // sizes of one value are counted in 32 bits
  if (size.slots * size.width >= kMost)
    throw InputError(fmt::format("memory.slots, memory.width: got {} and {}; less than {} numbers in all are needed",
                                 size.slots, size.width, kMost));
  if (size.read_heads + size.write_heads > size.slots)
    throw InputError(
        fmt::format("memory.read-heads, memory.write-heads: got {} and {}; together at most memory.slots "
                    "({}) is needed",
                    size.read_heads, size.write_heads, size.slots));
  return size;
}

}  // namespace tapehead
