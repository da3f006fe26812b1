#include "experiments/runs/processor.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <map>
#include <string_view>

#include "tasks/data/text/blanks.hpp"

namespace tapehead {

std::string processor_in(std::istream& cpu_info) {
  std::map<std::string, std::string> told;
  for (std::string line; std::getline(cpu_info, line) && !line.empty();)
    if (const size_t colon = line.find(':'); colon != line.npos)
      told.emplace(trimmed(std::string_view(line).substr(0, colon)), trimmed(std::string_view(line).substr(colon + 1)));
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
