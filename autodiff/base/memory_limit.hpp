#pragma once
// How much memory this program may use.

#include <filesystem>

namespace tapehead {

struct MemoryLimit {
  double bytes;       ///< at least what the program can get
  const char* whose;  ///< who sets it: "the machine's", or "the program's own"
};

/// The machine's memory and swap, or the program's own limit (ulimit -v or -d, a container's) where that is less.
MemoryLimit memory_limit();

/// The least limit, swap included, of a process's control groups and the groups around them, in bytes; infinity where
/// none is set. `process`: a file like /proc/self/cgroup; `groups`: a directory like /sys/fs/cgroup, of either version;
/// `swap`: the machine's.
double group_limit(const std::filesystem::path& process, const std::filesystem::path& groups, double swap);

}  // namespace tapehead
