#pragma once
// How much memory there is for this program.

#include <filesystem>

namespace tapehead {

struct MemoryLimit {
  double bytes;       ///< never less than what the program can get
  const char* whose;  ///< who sets it: "the machine's", or "the program's own"
};

/// The machine's memory and swap; or less, where the program has a limit of its own (ulimit -v or -d, a container's).
MemoryLimit memory_limit();

/// The least limit, with what it lets swap, of a process's control groups and those around them, in bytes; infinity
/// where none is set. `process`: as /proc/self/cgroup; `groups`: as /sys/fs/cgroup, of either version; `swap`: the
/// machine's.
double group_limit(const std::filesystem::path& process, const std::filesystem::path& groups, double swap);

}  // namespace tapehead
