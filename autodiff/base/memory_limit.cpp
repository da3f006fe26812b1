#include "autodiff/base/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace tapehead {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// The number that is all of a file's text; kNoLimit where there is none, or "max".
double number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double number;
  return in >> number ? number : kNoLimit;
}

/// The machine's swap, in bytes.
double swap() {
  std::ifstream in("/proc/meminfo");
  double kilobytes;
  for (std::string word; in >> word;)
    if (word == "SwapTotal:" && in >> kilobytes) return kilobytes * 1024;
  return 0;
}

double own_limit(decltype(RLIMIT_AS) of) {
  rlimit limit{};
  return getrlimit(of, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? kNoLimit : static_cast<double>(limit.rlim_cur);
}

}  // namespace

double group_limit(const std::filesystem::path& process, const std::filesystem::path& groups, double swap) {
  double least = kNoLimit;
  std::ifstream in(process);
  for (std::string line; std::getline(in, line);) {  // number:controllers:path; of version 2 "0::path"
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const bool second_version = second == first + 1;
    if (!second_version && line.substr(first + 1, second - first - 1) != "memory") continue;
    const std::filesystem::path root = second_version ? groups : groups / "memory";
    std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();
    while (true) {  // outer groups limit a group too; in a container its own group is the root
      const std::filesystem::path here = root / group;
      least = std::min(least, second_version
                                  ? number_in(here / "memory.max") + std::min(swap, number_in(here / "memory.swap.max"))
                                  : number_in(here / "memory.limit_in_bytes") + swap);
      if (group.empty()) break;
      group = group.parent_path();
    }
  }
  return least;
}

MemoryLimit memory_limit() {
  const double swapped = swap();
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) + swapped;
  const double own = std::min(
      {own_limit(RLIMIT_AS), own_limit(RLIMIT_DATA), group_limit("/proc/self/cgroup", "/sys/fs/cgroup", swapped)});
  return own < machine ? MemoryLimit{own, "the program's own"} : MemoryLimit{machine, "the machine's"};
}

}  // namespace tapehead
