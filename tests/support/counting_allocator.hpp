#pragma once
// Counts what the test program allocates with `new`.

#include <cstddef>

namespace tapehead {

/// How often memory was asked for by `new` since the program began, in all threads.
size_t allocation_count();

}  // namespace tapehead
