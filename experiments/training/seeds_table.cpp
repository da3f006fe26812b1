#include "experiments/training/seeds_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/runs/quantile.hpp"
#include "experiments/runs/result_text.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/runs/run_summary.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/trainings.hpp"
#include "tasks/data/text/percent.hpp"

namespace tapehead {
namespace {

/// A seed's result: that of its run, or of the restart that is chosen; nothing where it is unfinished.
std::optional<Json> result_of_seed(const std::filesystem::path& seed) {
  std::vector<std::filesystem::path> runs;
  const size_t restarts = count_restarts(seed);
  for (size_t number = 1; number <= restarts; ++number) runs.push_back(restart_directory(seed, number));
  if (runs.empty()) runs.push_back(seed);
  if (!std::all_of(runs.begin(), runs.end(), [](const auto& run) { return RunDirectory(run).finished(); })) return {};
  return read_result(RunDirectory(runs.size() > 1 ? runs[choose_restart(runs)] : runs[0]).result());
}

/// Whether the seed's run, or the first of its restarts, has a cost below which it counts as solved.
bool can_be_solved(const std::filesystem::path& seed) {
  for (const auto& run : {seed, restart_directory(seed, 1)})
    if (std::filesystem::exists(RunDirectory(run).config())) return summarise_run(run).is_judged();
  return false;
}

}  // namespace

std::string write_seeds(const std::filesystem::path& directory) {
  std::string table = csv_row({"seed", "status", "sequences", "bits", "over_oracle", "wrong_bits", "error", "seconds",
                               "perfect_episodes", "final_episodes"}) +
                      "\n";
  std::vector<double> costs, errors, sequences;
  std::string goal;
  size_t solved = 0;
  bool is_judged = false;
  uint64_t perfect = 0, episodes = 0;
  const std::vector<std::filesystem::path> seeds = seed_directories(directory);
  for (const auto& seed : seeds) {
    is_judged = is_judged || can_be_solved(seed);
    const auto result = result_of_seed(seed);
    if (!result) continue;
    const std::string number = seed.filename().string().substr(5);  // "seed-5"
    const std::string status = result->text("status").value_or("?");
    table +=
        csv_row({number, status, result->written("sequences"), result->written("bits"), result->written("over_oracle"),
                 result->written("wrong_bits"), result->written("error"), result->written("seconds"),
                 result->written("perfect_episodes"), result->written("final_episodes")}) +
        "\n";
    perfect += result->whole("perfect_episodes").value_or(0);
    episodes += result->whole("final_episodes").value_or(0);
    solved += status == "solved";
    goal = goal_of(*result);  // the same for all: the seeds are alike in all else
    if (const auto cost = result->number(goal)) costs.push_back(*cost);
    if (const auto error = result->number("error")) errors.push_back(*error);
    if (status == "solved") sequences.push_back(result->number("sequences").value_or(0));
  }
  write_atomically(directory / "seeds.csv", table);
  std::string text = fmt::format("{} seed{}", seeds.size(), seeds.size() == 1 ? "" : "s");
  if (is_judged) text += fmt::format(", {} solved", solved);  // without a threshold no seed could be solved
  if (!sequences.empty()) text += fmt::format(" (median after {:.0f} sequences)", quantile(sequences, 0.5));
  if (!errors.empty())
    text += fmt::format(", median {} wrong", percent(quantile(errors, 0.5), 100, 2));
  else if (!costs.empty())
    text += ", median " + cost_text(goal, quantile(costs, 0.5));
  return text + (episodes == 0 ? "" : fmt::format(", {} sequences without an error", count_of(perfect, episodes)));
}

}  // namespace tapehead
