#include "experiments/training/trainings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "experiments/files/natural_order.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_summary.hpp"
#include "experiments/training/restarts.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeed = "seed-";
constexpr uint64_t kMostPoints = uint64_t{1} << 30;  // bytes of a sweep's table

bool is_there(const fs::path& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

/// "…/" names the same directory as "…".
fs::path without_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

}  // namespace

std::vector<fs::path> find_trainings(const fs::path& path) {
  if (is_there(RunDirectory(path).config()) || count_restarts(path) > 0) return {path};
  std::vector<fs::path> runs;
  try {
    runs = find_runs(path);
  } catch (const InputError&) {
    return {path};
  }
  std::vector<fs::path> trainings;
  for (const fs::path& run : runs) {
    const bool is_restart = run.filename().native().starts_with("restart-") && count_restarts(run.parent_path()) > 0;
    const fs::path training = is_restart ? run.parent_path() : run;
    if (std::find(trainings.begin(), trainings.end(), training) == trainings.end()) trainings.push_back(training);
  }
  return trainings;
}

fs::path chosen_run(const fs::path& directory) {
  const std::vector<fs::path> trainings = find_trainings(directory);
  if (trainings.size() > 1)
    throw InputError(fmt::format("{}: holds {} runs; one of them is needed, such as {}", directory.string(),
                                 trainings.size(), trainings[0].string()));
  const auto restarts = find_restarts(trainings[0]);
  return restarts.empty() ? trainings[0] : restarts[choose_restart(restarts)];
}

std::string name_below(const fs::path& training, const fs::path& path) {
  const fs::path name = training.lexically_relative(path);
  return name.empty() || name == "." ? without_slash(path).filename().string() : name.string();
}

fs::path sweep_of(const fs::path& run) {
  const fs::path points = without_slash(fs::absolute(run).lexically_normal()).parent_path();
  const fs::path sweep = points.parent_path();
  return points.filename() == "points" && is_there(sweep / "sweep.toml") ? sweep : fs::path();
}

bool is_pruned(const fs::path& run) {
  const fs::path sweep = sweep_of(run), table = sweep / "points.csv";
  if (sweep.empty() || !is_there(table)) return false;
  // A row begins with run, trial, state; none of the three is ever quoted.
  const std::string text = '\n' + read_whole(table, kMostPoints);
  const std::string start = '\n' + without_slash(run).filename().string() + ',';
  for (size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const size_t state = text.find(',', at + start.size());
    if (state != std::string::npos && text.compare(state, 8, ",pruned,") == 0) return true;
  }
  return false;
}

fs::path new_run_directory(const std::string& name) {
  const fs::path runs = "runs";
  make_directory(runs);
  for (size_t number = 1;; ++number) {
    const fs::path directory = runs / fmt::format("{}-{}", name, number);
    std::error_code failed;
    if (fs::create_directory(directory, failed)) return directory;
    if (failed) throw FileError(directory, "cannot be made", failed.value());
  }
}

fs::path seed_directory(const fs::path& directory, uint64_t seed) {
  return directory / fmt::format("{}{}", kSeed, seed);
}

std::vector<fs::path> seed_directories(const fs::path& directory) {
  std::vector<fs::path> seeds;
  std::error_code failed;  // no directory: no seeds
  for (const auto& entry : fs::directory_iterator(directory, failed)) {
    const std::string name = entry.path().filename();
    const std::string_view number = std::string_view(name).substr(std::min(kSeed.size(), name.size()));
    if (!name.starts_with(kSeed) || number.empty() || number.find_first_not_of("0123456789") != number.npos) continue;
    if (access(entry.path().c_str(), X_OK) != 0) continue;  // another's, which may not be read
    if (is_there(RunDirectory(entry.path()).config()) || count_restarts(entry.path()) > 0)
      seeds.push_back(entry.path());
  }
  std::sort(seeds.begin(), seeds.end(), natural_before);
  return seeds;
}

}  // namespace tapehead
