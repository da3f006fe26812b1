#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/settings.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/runs/quantile.hpp"
#include "experiments/runs/run_groups.hpp"
#include "experiments/runs/run_summary.hpp"
#include "tasks/data/text/percent.hpp"

namespace tapehead {
namespace {

std::vector<RunSummary> read_runs(const std::vector<std::string>& paths) {
  std::vector<RunSummary> runs;
  std::set<std::filesystem::path> seen;
  for (const std::string& path : paths)
    for (const auto& directory : find_runs(path)) {
      if (!seen.insert(std::filesystem::weakly_canonical(directory)).second)
        throw InputError(directory.string() + ": given twice; each run once is needed");
      runs.push_back(summarise_run(directory));
      if (!runs.back().note.empty()) fmt::print(stderr, "{}\n", runs.back().note);
    }
  const auto task = [](const RunSummary& run) {
    const auto found = run.options.find("task");
    return found == run.options.end() ? std::string("none") : found->second;
  };
  for (const RunSummary& run : runs)
    if (task(run) != task(runs.front()))
      throw InputError(fmt::format("compare: got {} of task {} and {} of task {}; runs of one task are needed",
                                   runs.front().directory.string(), task(runs.front()), run.directory.string(),
                                   task(run)));
  return runs;
}

struct Summary {
  size_t seeds = 0, running = 0, diverged = 0;
  std::optional<size_t> solved;        ///< nothing where no run had a cost to be solved at
  uint64_t perfect = 0, episodes = 0;  ///< of the final scores: without an error, and all; 0 where none is told
  double cost[3], sequences[3];        ///< quartiles: of all that have a cost, and of the solved runs
  double parameters, seconds;          ///< medians
  double error;                        ///< median, of answers that are classes
};

Summary summary_of(const RunGroup& group) {
  Summary s;
  std::vector<double> cost, sequences, parameters, seconds, error;
  for (const RunSummary* run : group.runs) {
    ++s.seeds;
    if (run->is_judged()) s.solved = s.solved.value_or(0) + (run->status == "solved");
    if (run->perfect && run->episodes) {
      s.perfect += *run->perfect;
      s.episodes += *run->episodes;
    }
    s.running += run->status == "running";
    s.diverged += run->status == "diverged";
    if (run->cost) cost.push_back(*run->cost);
    if (run->status == "solved") sequences.push_back(static_cast<double>(run->sequences));
    if (run->parameters) parameters.push_back(static_cast<double>(*run->parameters));
    seconds.push_back(run->seconds);
    if (run->error) error.push_back(*run->error);
  }
  for (int q = 0; q < 3; ++q) {
    s.cost[q] = quantile(cost, 0.25 * (q + 1));
    s.sequences[q] = quantile(sequences, 0.25 * (q + 1));
  }
  s.parameters = quantile(parameters, 0.5);
  s.seconds = quantile(seconds, 0.5);
  s.error = quantile(error, 0.5);
  return s;
}

std::string cell(double value) { return std::isnan(value) ? "" : shortest(value); }

std::string csv_of(const std::string& goal, const std::vector<RunGroup>& groups) {
  std::string table =
      csv_row({"group", "seeds", "solved", "running", "diverged", "cost_lower_quartile", "cost_median",
               "cost_upper_quartile", "sequences_lower_quartile", "sequences_median", "sequences_upper_quartile",
               "parameters", "seconds_median", "error_median", "perfect_episodes", "final_episodes", "cost_metric"}) +
      "\n";
  for (const RunGroup& group : groups) {
    const Summary s = summary_of(group);
    table += csv_row({group.name, std::to_string(s.seeds), s.solved ? std::to_string(*s.solved) : "",
                      std::to_string(s.running), std::to_string(s.diverged), cell(s.cost[0]), cell(s.cost[1]),
                      cell(s.cost[2]), cell(s.sequences[0]), cell(s.sequences[1]), cell(s.sequences[2]),
                      cell(s.parameters), cell(s.seconds), cell(s.error), s.episodes ? std::to_string(s.perfect) : "",
                      s.episodes ? std::to_string(s.episodes) : "", goal}) +
             "\n";
  }
  return table;
}

/// Unknown (NaN) becomes null.
Json number_json(double value) { return std::isnan(value) ? Json() : Json(value); }

Json quartiles_json(const double (&q)[3]) {
  Json json;
  json.set("lower_quartile", number_json(q[0]));
  json.set("median", number_json(q[1]));
  json.set("upper_quartile", number_json(q[2]));
  return json;
}

/// One object per group.
Json json_of(const std::string& goal, const std::vector<RunGroup>& groups) {
  Json all = Json::list();
  for (const RunGroup& group : groups) {
    const Summary s = summary_of(group);
    Json json;
    json.set("group", group.name);
    json.set("seeds", s.seeds);
    json.set("solved", s.solved ? Json(*s.solved) : Json());
    json.set("running", s.running);
    json.set("diverged", s.diverged);
    json.set("cost", quartiles_json(s.cost));
    json.set("sequences", quartiles_json(s.sequences));
    json.set("error_median", number_json(s.error));
    json.set("perfect_episodes", s.episodes ? Json(s.perfect) : Json());
    json.set("final_episodes", s.episodes ? Json(s.episodes) : Json());
    json.set("parameters", number_json(s.parameters));
    json.set("seconds_median", number_json(s.seconds));
    std::vector<std::string> runs;
    for (const RunSummary* run : group.runs) runs.push_back(run->directory.string());
    json.set("runs", runs);
    all.add(json);
  }
  return Json{{"cost_metric", goal}, {"cost_unit", measure_of(goal)}, {"groups", all}};
}

std::string quartiles(const double (&q)[3]) {
  return std::isnan(q[1]) ? "-" : fmt::format("{:.4g} [{:.4g}, {:.4g}]", q[1], q[0], q[2]);
}

/// The groups' names; numbers where names would make the table too wide, with a legend before it.
std::vector<std::string> short_names(const std::vector<RunGroup>& groups) {
  constexpr size_t kWidest = 48;
  std::vector<std::string> names;
  for (const RunGroup& group : groups) names.push_back(group.name);
  if (std::all_of(names.begin(), names.end(), [](const std::string& name) { return name.size() <= kWidest; }))
    return names;
  for (size_t i = 0; i < names.size(); ++i) {
    fmt::print("{:>5}  {}\n", i + 1, names[i]);
    names[i] = std::to_string(i + 1);
  }
  fmt::print("\n");
  return names;
}

void print_table(const std::string& goal, const std::vector<RunGroup>& groups) {
  if (goal != "bits") fmt::print("cost: {}\n\n", with_unit(goal));
  const std::vector<std::string> names = short_names(groups);
  size_t width = 5;
  for (const std::string& name : names) width = std::max(width, name.size());
  fmt::print("{:{}}  {:>7}  {:26}  {:29}  {:>10}  {:>8}\n", "group", width, "solved", "cost: median [quartiles]",
             "sequences to solve, of solved", "parameters", "seconds");
  for (size_t i = 0; i < groups.size(); ++i) {
    const Summary s = summary_of(groups[i]);
    const std::string rest = (std::isnan(s.error) ? "" : "  " + percent(s.error, 100, 2) + " wrong") +
                             (s.episodes ? "  " + count_of(s.perfect, s.episodes) + " without an error" : "") +
                             (s.running ? fmt::format("  {} running", s.running) : "") +
                             (s.diverged ? fmt::format("  {} diverged", s.diverged) : "");
    fmt::print("{:{}}  {:>7}  {:26}  {:29}  {:>10}  {:>8.1f}{}\n", names[i], width,
               s.solved ? fmt::format("{}/{}", *s.solved, s.seeds) : "-", quartiles(s.cost), quartiles(s.sequences),
               std::isnan(s.parameters) ? "-" : fmt::format("{:.0f}", s.parameters), s.seconds, rest);
  }
}

}  // namespace

int compare_command(const CommandLine& line, const std::vector<std::string>&) {
  refuse_two_outputs(line);
  std::vector<RunSummary> runs = read_runs(line.positionals);
  const std::string goal = compare_by_one_goal(runs);
  const std::vector<RunGroup> groups = group_runs(runs);
  const std::string csv = line.has("csv") ? line.own.at("csv") : "";
  if (!csv.empty() && csv != "-") write_atomically(csv, csv_of(goal, groups));
  if (csv == "-")
    fmt::print("{}", csv_of(goal, groups));
  else if (line.has("json"))
    fmt::print("{}\n", json_of(goal, groups).indented());
  else
    print_table(goal, groups);
  return kDone;
}

}  // namespace tapehead
