#include "experiments/training/restarts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kName = "restart-", kTable = "restarts.csv";

Json result_of(const std::filesystem::path& restart) {
  const RunDirectory home(restart);
  if (!home.finished())
    throw InputError(restart.string() +
                     ": is not finished; tapehead resume goes on with it, or train with the same "
                     "options");
  return read_result(home.result());
}

/// The values that a restart is chosen by. One that diverged, or whose task is endless, has none and comes last.
std::pair<double, double> rank(const Json& result) {
  constexpr double kLast = std::numeric_limits<double>::infinity();
  return {result.number("train_error").value_or(kLast), result.number("train_bits").value_or(kLast)};
}

bool is_finished(const std::filesystem::path& restart) { return RunDirectory(restart).finished(); }

std::vector<std::filesystem::path> all_restarts(const std::filesystem::path& directory, size_t count) {
  std::vector<std::filesystem::path> all;
  for (size_t number = 1; number <= count; ++number) all.push_back(restart_directory(directory, number));
  return all;
}

/// Who reads the outer run would not find the inner one, or take both for one experiment.
void refuse_within_run(const std::filesystem::path& directory) {
  if (directory.empty()) return;
  std::error_code unreadable;  // a folder that may not be read is told where the run is made
  const auto is_there = [&](const std::filesystem::path& file) { return std::filesystem::exists(file, unreadable); };
  const std::filesystem::path own = std::filesystem::absolute(directory / "").lexically_normal().parent_path();
  for (std::filesystem::path above = own.parent_path();; above = above.parent_path()) {
    const RunDirectory outer(above);
    if (is_there(outer.checkpoint("last")) || is_there(outer.result()))
      throw InputError(fmt::format("--out: {} lies within the run {}; a directory outside of it is needed",
                                   directory.string(), above.string()));
    if (above == above.parent_path()) return;
  }
}

}  // namespace

std::filesystem::path restart_directory(const std::filesystem::path& directory, size_t number) {
  return directory / (std::string(kName) + std::to_string(number));
}

size_t count_restarts(const std::filesystem::path& directory) {
  const std::filesystem::path table = directory / kTable;
  if (!std::filesystem::is_regular_file(table)) {  // made one by one (train.restart): count the directories
    size_t there = 0;
    while (std::filesystem::exists(RunDirectory(restart_directory(directory, there + 1)).config())) ++there;
    return there;
  }
  const std::string text = read_whole(table, uint64_t{1} << 20);
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  return lines == 0 ? 0 : std::min(lines - 1, kMostRestarts);
}

void check_run_directory(const std::filesystem::path& directory, size_t restarts) {
  refuse_within_run(directory);
  if (const auto seeds = seed_directories(directory); !seeds.empty())
    throw InputError(fmt::format("--out: {} holds the run {}; --seeds goes on with such, or name another directory",
                                 directory.string(), seeds[0].filename().string()));
  const size_t there = count_restarts(directory);
  if (restarts > 0 && std::filesystem::exists(RunDirectory(directory).config()))
    throw InputError("--out: " + directory.string() +
                     " holds a run by itself; another directory is needed for restarts");
  if (restarts < there)
    throw InputError(
        fmt::format("--out: {} holds {} restarts; --restarts {} goes on with them, or name another directory",
                    directory.string(), there, there));
}

std::vector<std::filesystem::path> find_restarts(const std::filesystem::path& directory) {
  const auto all = all_restarts(directory, count_restarts(directory));
  std::vector<std::filesystem::path> restarts;
  for (const auto& restart : all)
    if (result_of(restart).text("status") != "diverged") restarts.push_back(restart);
  if (restarts.empty() && !all.empty())
    throw InputError(directory.string() + ": all its restarts diverged; a smaller train.learning-rate is needed");
  return restarts;
}

size_t choose_restart(const std::vector<std::filesystem::path>& restarts) {
  std::vector<std::pair<double, double>> ranks;
  for (const auto& restart : restarts) ranks.push_back(rank(result_of(restart)));
  return static_cast<size_t>(std::min_element(ranks.begin(), ranks.end()) - ranks.begin());
}

void write_restarts(const std::filesystem::path& directory, size_t count) {
  const auto all = all_restarts(directory, count);
  const bool all_finished = std::all_of(all.begin(), all.end(), is_finished);
  const size_t chosen = all_finished ? choose_restart(all) : count;
  std::string table =
      csv_row({"restart", "status", "train_error", "train_bits", "error", "bits", "seconds", "chosen"}) + "\n";
  for (size_t i = 0; i < count; ++i) {
    const Json result = is_finished(all[i]) ? result_of(all[i]) : Json();
    const std::string status = result.text("status").value_or("running");
    table += csv_row({std::to_string(i + 1), status, result.written("train_error"), result.written("train_bits"),
                      result.written("error"), result.written("bits"), result.written("seconds"),
                      i == chosen && status != "diverged" ? "yes" : "no"}) +
             "\n";
  }
  write_atomically(directory / kTable, table);
}

}  // namespace tapehead
