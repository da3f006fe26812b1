#include "experiments/runs/run_summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/files.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/files/natural_order.hpp"
#include "experiments/runs/csv_table.hpp"
#include "experiments/runs/kept_options.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/runs/sweep_order.hpp"

namespace tapehead {
namespace {

/// Reads the last sequence and the best validation from a metrics.csv; a line still being written is left out.
void read_metrics(const std::filesystem::path& file, RunSummary& run) {
  const TableFile<5> table{file, {"sequences", "seconds", "split", "metric", "value"}, "a run's metrics.csv is needed"};
  const bool is_torn = each_row(table, [&](const TableRow<5>& row) {
    run.sequences = row.count(0);
    run.seconds = row.number(1, 0, kMostSeconds);
    const double value = row.number(4, least_of(row.text(3)));
    const MetricRow* const metric = find_metric(row.text(3));
    if (row.text(2) != "validation" || !metric || metric->better != "less") return;
    const auto best = run.costs.try_emplace(row.text(3), value).first;
    best->second = std::min(value, best->second);
  });
  if (is_torn) run.note = file.string() + ": its last line is torn; left out";
}

/// Takes the goal's cost from these metrics; a run of an earlier version does not name its goal.
void settle_cost(const std::optional<std::string>& told, RunSummary& run) {
  run.goal = told ? *told : goal_among([&](std::string_view name) { return run.costs.contains(std::string(name)); });
  const auto found = run.costs.find(run.goal);
  run.cost = found == run.costs.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

bool RunSummary::is_judged() const {
  const auto found = options.find("train.stop-below");
  return found != options.end() && read_number<double>(found->second).value_or(0) > 0;
}

std::vector<std::filesystem::path> find_runs(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> runs;
  if (fs::exists(path / "config.ini", ignored)) {
    runs.push_back(path);
  } else if (fs::is_directory(path, ignored)) {
    for (const auto& entry : fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied))
      if (entry.path().filename() == "config.ini") runs.push_back(entry.path().parent_path());
  }
  if (runs.empty()) {
    if (const auto unreadable = unreadable_below(path); !unreadable.empty())
      throw FileError(unreadable[0], "cannot be read", EACCES);
    throw InputError(path.string() + ": holds no run; a run's directory, or one that runs lie in, is needed");
  }
  std::sort(runs.begin(), runs.end(), natural_before);
  put_in_sweep_order(runs);
  return runs;
}

std::vector<std::filesystem::path> unreadable_below(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> found;
  const auto look = [&](const fs::path& directory) {
    if (access(directory.c_str(), R_OK) != 0 && errno == EACCES) found.push_back(directory);
  };
  if (!fs::is_directory(path, ignored)) return found;
  look(path);
  for (const auto& entry : fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied))
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) look(entry.path());
  std::sort(found.begin(), found.end(), natural_before);
  return found;
}

RunSummary summarise_run(const std::filesystem::path& directory) {
  const RunDirectory home(directory);
  RunSummary run;
  run.directory = directory;
  for (const auto& [name, entry] : kept_options(home.config()).entries) run.options[name] = entry.value;
  std::optional<std::string> goal;
  if (std::filesystem::exists(home.manifest())) {
    const Json manifest = read_manifest(home.manifest());
    run.parameters = manifest.count("parameters");
    run.name = manifest.text("name").value_or("");
    goal = manifest.text("goal");
  }
  if (!home.finished()) {
    run.status = "running";
    if (std::filesystem::exists(home.metrics())) read_metrics(home.metrics(), run);
    settle_cost(goal, run);
    return run;
  }
  const Json result = read_result(home.result());
  run.status = result.text("status").value();
  if (run.status == "diverged") {
    if (std::filesystem::exists(home.metrics())) read_metrics(home.metrics(), run);
  } else {
    for (const MetricRow& row : metric_rows())
      if (const auto value = result.number(row.name); value && row.better == "less")
        run.costs[std::string(row.name)] = *value;
    run.error = result.number("error");
    run.perfect = result.count("perfect_episodes");
  }
  settle_cost(result.text("goal") ? result.text("goal") : goal, run);
  run.sequences = result.count("sequences").value();
  run.seconds = result.number("seconds").value();
  return run;
}

}  // namespace tapehead
