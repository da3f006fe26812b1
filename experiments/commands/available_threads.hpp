#pragma once
// The threads that the system gives, of those that --threads asks for.

#include <cstddef>

namespace tapehead {

/// The number of threads of `wanted`, the calling one included, that can be had now; where these are fewer, one line on
/// standard error says so. To be called once a command.
size_t available_threads(size_t wanted);

}  // namespace tapehead
