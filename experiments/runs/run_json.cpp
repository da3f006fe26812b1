#include "experiments/runs/run_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "catalogue/metrics/metric.hpp"

namespace tapehead {
namespace {

/// A file's object and the checks of its members. A member that is not there passes, unless it is needed.
class Members final {
 public:
  explicit Members(const std::filesystem::path& file) : file_(file.string()), json_(Json::read(file)) {
    if (!json_.is_object()) throw InputError(file_ + ": is not a JSON object; the file as the run wrote it is needed");
  }

  void needs(const char* name) const {
    if (!json_.has(name))
      throw InputError(fmt::format("{}: has no {}; the file as the run wrote it is needed", file_, name));
  }
  void count(std::string_view name) const {
    if (json_.has(name) && !json_.count(name))
      refuse(name, fmt::format("a whole number from 0 to {} is needed", kGreatestCount));
  }
  void number(std::string_view name, double least) const {
    if (!json_.has(name)) return;
    const auto number = json_.number(name);
    if (!number) refuse(name, "a number is needed");
    if (*number < least) refuse(name, fmt::format("a number of at least {} is needed", least));
  }
  void seconds(std::string_view name) const {
    if (!json_.has(name)) return;
    const auto number = json_.number(name);
    if (!number || *number < 0 || *number > kMostSeconds)
      refuse(name, fmt::format("a number of seconds from 0 to {} is needed", kMostSeconds));
  }
  void one_of(std::string_view name, const std::vector<std::string>& valid) const {
    if (!json_.has(name)) return;
    const auto text = json_.text(name);
    if (!text) refuse(name, "a name is needed");
    if (std::find(valid.begin(), valid.end(), *text) == valid.end())
      throw InputError(unknown_name(fmt::format("{}: {}", file_, name), printable(*text), valid));
  }
  void run_name(std::string_view name) const {
    if (!json_.has(name)) return;
    const auto text = json_.text(name);
    if (!text || !is_run_name(*text)) refuse(name, "a text without line ends, as --name takes it, is needed");
  }

  /// Throws InputError: `result.json: sequences is -5; … is needed`.
  [[noreturn]] void refuse(std::string_view name, const std::string& needed) const {
    throw InputError(fmt::format("{}: {} is {}; {}", file_, name, printable(json_.written(name)), needed));
  }
  const Json& json() const { return json_; }

 private:
  std::string file_;
  Json json_;
};

std::vector<std::string> goals() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_rows()) names.emplace_back(row.name);
  return names;
}

}  // namespace

bool is_run_name(const std::string& name) {
  const bool has_controls =
      std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  const bool is_text = Json::parse(Json(name).line()).is_text(name);
  return name.find_first_not_of(' ') != name.npos && name.size() <= kLongestName && !has_controls && is_text;
}

Json read_result(const std::filesystem::path& file) {
  const Members members(file);
  for (const char* name : {"status", "sequences", "seconds"}) members.needs(name);
  members.one_of("status", {"solved", "finished", "diverged"});
  members.one_of("goal", goals());
  for (const char* name : {"sequences", "perfect_episodes", "final_episodes", "best_sequences", "restarts", "state",
                           "state_each_step", "state_each_said", "state_touched", "perfect_lengths", "scored_lengths"})
    members.count(name);
  members.seconds("seconds");
  for (const MetricRow& row : metric_rows()) members.number(row.name, row.least());
  for (const char* name : {"train_bits", "train_error", "check_wrong_bits", "solved_episodes", "sequences_per_second"})
    members.number(name, 0);
  const auto perfect = members.json().count("perfect_episodes"), episodes = members.json().count("final_episodes");
  if (perfect && episodes && *perfect > *episodes)
    members.refuse("perfect_episodes", fmt::format("at most final_episodes ({}) is needed", *episodes));
  const auto whole = members.json().count("perfect_lengths"), lengths = members.json().count("scored_lengths");
  if (whole && lengths && *whole > *lengths)
    members.refuse("perfect_lengths", fmt::format("at most scored_lengths ({}) is needed", *lengths));
  for (const char* name : {"error", "score"})
    if (const auto share = members.json().number(name); share && (*share < 0 || *share > 100))
      members.refuse(name, "a number from 0 to 100 is needed");
  return members.json();
}

Json read_manifest(const std::filesystem::path& file) {
  const Members members(file);
  members.run_name("name");
  members.one_of("goal", goals());
  for (const char* name : {"parameters", kTrainedSequences}) members.count(name);
  members.seconds(kTrainedSeconds);
  return members.json();
}

}  // namespace tapehead
