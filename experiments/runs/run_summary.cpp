#include "experiments/runs/run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

// GCC 12 warns about csv.h cutting long file names, which is intended.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/files/natural_order.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/sweep_order.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kMostTable = uint64_t{1} << 32;

Json json_file(const std::filesystem::path& file) {
  const Json json = Json::read(file);
  if (!json.is_object())
    throw InputError(file.string() + ": is not a JSON object; the file as the run wrote it is needed");
  return json;
}

/// Reads the last sequence and the best validation from a metrics.csv; a line still being written is left out.
void read_metrics(const std::filesystem::path& file, RunSummary& run) {
  std::string text = read_whole(file, kMostTable);
  if (!text.empty() && text.back() != '\n') {
    text.resize(text.rfind('\n') + 1);  // npos + 1 is 0
    run.note = file.string() + ": its last line is torn; left out";
  }
  try {
    io::CSVReader<5, io::trim_chars<' '>, io::double_quote_escape<',', '"'>> rows(file.string(), text.data(),
                                                                                  text.data() + text.size());
    rows.read_header(io::ignore_extra_column, "sequences", "seconds", "split", "metric", "value");
    uint64_t sequences = 0;
    double seconds = 0, value = 0;
    std::string split, metric;
    while (rows.read_row(sequences, seconds, split, metric, value)) {
      run.sequences = sequences;
      run.seconds = seconds;
      if (split != "validation") continue;
      const MetricRow* const row = find_metric(metric);
      if (!row || row->better != "less") continue;
      const auto best = run.costs.try_emplace(metric, value).first;
      best->second = std::min(value, best->second);
    }
  } catch (const io::error::missing_column_in_header& error) {
    throw InputError(
        fmt::format("{}:1: has no column \"{}\"; a run's metrics.csv is needed", file.string(), error.column_name));
  } catch (const io::error::base& error) {
    throw InputError(fmt::format("{}: {}; a run's metrics.csv is needed", file.string(), error.what()));
  }
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
  return found != options.end() && std::strtod(found->second.c_str(), nullptr) > 0;
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
  if (runs.empty())
    throw InputError(path.string() + ": holds no run; a run's directory, or one that runs lie in, is needed");
  std::sort(runs.begin(), runs.end(), natural_before);
  put_in_sweep_order(runs);
  return runs;
}

RunSummary summarise_run(const std::filesystem::path& directory) {
  const RunDirectory home(directory);
  RunSummary run;
  run.directory = directory;
  for (const auto& [name, entry] : file_layer(home.config()).entries) run.options[name] = entry.value;
  std::optional<std::string> goal;
  if (std::filesystem::exists(home.manifest())) {
    const Json manifest = json_file(home.manifest());
    if (const auto parameters = manifest.number("parameters")) run.parameters = static_cast<uint64_t>(*parameters);
    run.name = manifest.text("name").value_or("");
    goal = manifest.text("goal");
  }
  if (!home.finished()) {
    run.status = "running";
    if (std::filesystem::exists(home.metrics())) read_metrics(home.metrics(), run);
    settle_cost(goal, run);
    return run;
  }
  const Json result = json_file(home.result());
  const auto status = result.text("status");
  const auto sequences = result.number("sequences"), seconds = result.number("seconds");
  if (!status || !sequences || !seconds)
    throw InputError(home.result().string() + ": lacks status, sequences or seconds; a run's result.json is needed");
  run.status = *status;
  if (run.status == "diverged") {
    if (std::filesystem::exists(home.metrics())) read_metrics(home.metrics(), run);
  } else {
    for (const MetricRow& row : metric_rows())
      if (const auto value = result.number(row.name); value && row.better == "less")
        run.costs[std::string(row.name)] = *value;
    run.error = result.number("error");
    run.perfect = result.whole("perfect_episodes");
  }
  settle_cost(result.text("goal") ? result.text("goal") : goal, run);
  run.sequences = static_cast<uint64_t>(*sequences);
  run.seconds = *seconds;
  return run;
}

}  // namespace tapehead
