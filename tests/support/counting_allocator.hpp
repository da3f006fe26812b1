#pragma once
// Counts what the test program allocates with `new`.

#include <cstddef>

namespace tapehead {

/// The number of allocations by `new` since the program began, in all threads.
size_t allocation_count();

}  // namespace tapehead
