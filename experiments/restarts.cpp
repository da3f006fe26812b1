#include "experiments/restarts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "autodiff/error.hpp"
#include "experiments/files.hpp"
#include "experiments/metrics_csv.hpp"
#include "experiments/run_directory.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kName = "restart-";

nlohmann::json result_of(const std::filesystem::path& restart) {
  const RunDirectory home(restart);
  if (!home.finished())
    throw InputError(restart.string() +
                     ": is not finished; tapehead resume goes on with it, or train with the same "
                     "options");
  const auto result = nlohmann::json::parse(read_whole(home.result(), uint64_t{1} << 20), nullptr, false);
  if (!result.is_object())
    throw InputError(home.result().string() + ": is not a run's result; remove it and run again");
  return result;
}

/// What it is chosen by; a restart that diverged, or of a task without end, has none and comes last.
std::pair<double, double> rank(const nlohmann::json& result) {
  constexpr double kLast = std::numeric_limits<double>::infinity();
  return {result.value("train_error", kLast), result.value("train_bits", kLast)};
}

bool is_finished(const std::filesystem::path& restart) { return RunDirectory(restart).finished(); }

bool has_diverged(const std::filesystem::path& restart) {
  return is_finished(restart) && result_of(restart).value("status", "") == "diverged";
}

std::vector<std::filesystem::path> all_restarts(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> all;
  for (size_t number = 1;; ++number) {
    all.push_back(restart_directory(directory, number));
    if (std::filesystem::exists(RunDirectory(all.back()).config())) continue;
    all.pop_back();
    return all;
  }
}

}  // namespace

std::filesystem::path restart_directory(const std::filesystem::path& directory, size_t number) {
  return directory / (std::string(kName) + std::to_string(number));
}

std::vector<std::filesystem::path> find_restarts(const std::filesystem::path& directory) {
  const auto all = all_restarts(directory);
  std::vector<std::filesystem::path> restarts;
  std::remove_copy_if(all.begin(), all.end(), std::back_inserter(restarts), has_diverged);
  if (restarts.empty() && !all.empty())
    throw InputError(directory.string() + ": all its restarts diverged; a smaller train.learning-rate is needed");
  return restarts;
}

size_t choose_restart(const std::vector<std::filesystem::path>& restarts) {
  std::vector<std::pair<double, double>> ranks;
  for (const auto& restart : restarts) ranks.push_back(rank(result_of(restart)));
  return static_cast<size_t>(std::min_element(ranks.begin(), ranks.end()) - ranks.begin());
}

void write_restarts(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> finished = all_restarts(directory);
  std::erase_if(finished, [](const auto& restart) { return !is_finished(restart); });
  if (finished.empty()) return;
  const auto& chosen = finished[choose_restart(finished)];
  std::string table =
      csv_row({"restart", "status", "train_error", "train_bits", "error", "bits", "seconds", "chosen"}) + "\n";
  for (const auto& restart : finished) {
    const auto result = result_of(restart);
    const auto number = [&](const char* key) { return result.contains(key) ? result[key].dump() : std::string(); };
    table += csv_row({restart.filename().string().substr(kName.size()), result.value("status", "?"),
                      number("train_error"), number("train_bits"), number("error"), number("bits"), number("seconds"),
                      restart == chosen && !has_diverged(restart) ? "yes" : "no"}) +
             "\n";
  }
  write_atomically(directory / "restarts.csv", table);
}

}  // namespace tapehead
