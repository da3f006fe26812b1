#include "experiments/runs/manifest.hpp"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <string_view>
#include <thread>

#include "autodiff/base/error.hpp"
#include "autodiff/base/instructions.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/runs/processor.hpp"
#include "experiments/runs/run_json.hpp"
#include "tapehead_commit.hpp"

namespace tapehead {
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof "2000-01-01T00:00:00Z"];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

Json read_if_there(const std::filesystem::path& manifest) {
  return std::filesystem::exists(manifest) ? Json::read(manifest) : Json();
}

}  // namespace

std::string manifest_json(uint64_t seed, uint64_t parameters, std::string_view goal,
                          const std::vector<std::string>& arguments, const std::string& name) {
  Json manifest = {
      {"version", TAPEHEAD_VERSION},
      {"commit", commit()},
      {"compiler", TAPEHEAD_COMPILER},
      {"flags", TAPEHEAD_FLAGS},
      {"instructions", instructions()},
      {"cpu", processor()},
      {"cores", std::thread::hardware_concurrency()},
      {"started_at", utc_now()},
      {"seed", seed},
      {"parameters", parameters},
      {"goal", std::string(goal)},
      {"goal_unit", measure_of(goal)},
      {"arguments", arguments},
  };
  if (!name.empty()) manifest.set("name", name);
  return manifest.indented() + '\n';
}

void check_run_name(const std::string& name) {
  if (!is_run_name(name))
    throw InputError(fmt::format("--name: got \"{}\"; a text of 1 to {} bytes without line ends is needed, such as DNC",
                                 printable(name), kLongestName));
}

void rename_run(const std::filesystem::path& file, const std::string& name) {
  Json manifest = Json::read(file);
  if (!manifest.is_object())
    throw InputError(file.string() + ": is not a JSON object; the file as the run wrote it is needed");
  if (manifest.text("name") == name) return;
  manifest.set("name", name);
  write_atomically(file, manifest.indented() + '\n');
}

void note_trained(const std::filesystem::path& file, uint64_t sequences, double seconds) {
  Json manifest = read_if_there(file);
  if (!manifest.is_object()) return;
  manifest.set(kTrainedSequences, sequences);
  manifest.set(kTrainedSeconds, seconds);
  write_atomically(file, manifest.indented() + '\n');
}

std::optional<double> noted_seconds(const std::filesystem::path& file, uint64_t sequences) {
  const Json manifest = read_if_there(file);
  const auto noted = manifest.number(kTrainedSeconds);
  const bool is_time = noted && *noted >= 0 && *noted <= kMostSeconds;
  return is_time && manifest.whole(kTrainedSequences) == sequences ? noted : std::nullopt;
}

std::string commit() { return TAPEHEAD_COMMIT; }
std::string commit_date() { return TAPEHEAD_COMMIT_DATE; }

}  // namespace tapehead
