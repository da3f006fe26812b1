#include "experiments/runs/processor.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>

#include "tasks/data/text/blanks.hpp"

namespace tapehead {

std::string processor_in(std::istream& cpu_info) {
  std::map<std::string, std::string, std::less<>> told;
  for (std::string line; std::getline(cpu_info, line) && !line.empty();) {
    const size_t colon = std::min(line.find(':'), line.size());
    told.emplace(trimmed(line.substr(0, colon)), trimmed(line.substr(std::min(colon + 1, line.size()))));
  }
  const std::string name = told["model name"], family = told["cpu family"], model = told["model"];
  if (name.empty() || family.empty() || model.empty()) return name;
  return fmt::format("{} (family {}, model {})", name, family, model);
}

std::string processor() {
  std::ifstream cpu_info("/proc/cpuinfo");
  if (const std::string name = processor_in(cpu_info); !name.empty()) return name;
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown";
}

}  // namespace tapehead
