#include "experiments/files/manifest.hpp"

#include <cblas.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>
#include <string_view>
#include <thread>

#include "experiments/files/json.hpp"
#include "tapehead_commit.hpp"

namespace tapehead {
namespace {

/// "AMD EPYC 7763 64-Core Processor", or the architecture ("aarch64") where the kernel tells no name.
std::string cpu_model() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);) {
    const size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
    if (line.starts_with("model name") && value != line.npos) return line.substr(value);
  }
  utsname system{};
  return uname(&system) == 0 ? system.machine : "unknown";
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof "2000-01-01T00:00:00Z"];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

}  // namespace

std::string manifest_json(uint64_t seed, uint64_t parameters, const std::vector<std::string>& arguments) {
  const Json manifest = {
      {"version", TAPEHEAD_VERSION},
      {"commit", TAPEHEAD_COMMIT},
      {"compiler", TAPEHEAD_COMPILER},
      {"flags", TAPEHEAD_FLAGS},
      {"blas", openblas_get_config()},
      {"cpu", cpu_model()},
      {"cores", std::thread::hardware_concurrency()},
      {"started_at", utc_now()},
      {"seed", seed},
      {"parameters", parameters},
      {"arguments", arguments},
  };
  return manifest.indented() + '\n';
}

std::string commit_date() { return TAPEHEAD_COMMIT_DATE; }

}  // namespace tapehead
