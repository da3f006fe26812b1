#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "autodiff/base/error.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/asked_seeds.hpp"
#include "experiments/commands/available_threads.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/side_by_side.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/commands/unreadable_runs.hpp"
#include "experiments/options/differences.hpp"
#include "experiments/runs/kept_options.hpp"
#include "experiments/runs/result_text.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_summary.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/seeds_table.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

/// What the runs of one command line share.
struct Going {
  const CommandLine& line;
  const std::vector<std::string>& arguments;

  std::string checkpoint() const { return line.has("checkpoint") ? line.own.at("checkpoint") : "last"; }
};

/// The request for the run in `directory` by that config.ini, with the options typed now.
RunRequest request_of(const Going& going, const std::filesystem::path& config, const std::filesystem::path& directory) {
  const Layer stored = kept_options(config);
  RunRequest request{resolve(declarations(), {stored, going.line.settings}), directory, going.arguments,
                     threads_option(going.line), going.checkpoint()};
  request.extend = request.configuration.settings.text("train.sequences") !=
                   resolve(declarations(), {stored}).settings.text("train.sequences");
  return request;
}

/// How a run ended, where there is nothing left to resume; `extend` asks for more than the end.
std::string end_of(const std::filesystem::path& run, bool extend) {
  const RunDirectory home(run);
  if (home.finished() && (!extend || summarise_run(run).status == "diverged"))
    return "is done already: " + result_text(home.result());
  if (home.finished() && !home.has_checkpoint()) return "is finished, without a checkpoint to go on from";
  if (!home.finished() && is_pruned(run))
    return "was pruned by its sweep; tapehead resume with this directory alone goes on with it";
  return "";
}

/// Writes the tables of restarts and of seeds above the resumed runs.
void write_tables(const std::filesystem::path& path, const std::vector<RunRequest>& requests) {
  std::set<std::filesystem::path> restarted, seeded;
  for (const RunRequest& request : requests) {
    std::filesystem::path training = request.directory;
    if (training.filename().native().starts_with("restart-") && count_restarts(training.parent_path()) > 0)
      restarted.insert(training = training.parent_path());
    const auto seeds = seed_directories(training.parent_path());
    if (std::find(seeds.begin(), seeds.end(), training) != seeds.end()) seeded.insert(training.parent_path());
  }
  for (const auto& directory : restarted) write_restarts(directory, count_restarts(directory));
  for (const auto& directory : seeded) {
    const std::string text = write_seeds(directory);
    if (seeded.size() == 1 && directory == path) fmt::print("{}: {}\n", directory.string(), text);
  }
}

/// A training's runs with their config.ini; restarts that were asked for but not started take that of the first.
std::vector<std::pair<std::filesystem::path, std::filesystem::path>> runs_of(const std::filesystem::path& training) {
  const size_t restarts = count_restarts(training);
  if (restarts == 0) return {{training, RunDirectory(training).config()}};
  const std::filesystem::path first = RunDirectory(find_runs(training)[0]).config();
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> runs;
  for (size_t number = 1; number <= restarts; ++number) {
    const auto run = restart_directory(training, number);
    const auto config = RunDirectory(run).config();
    runs.emplace_back(run, std::filesystem::exists(config) ? config : first);
  }
  return runs;
}

/// Requests for the seeds that were asked for where these trainings lie and that a call before did not come to. A
/// training that was named by itself is resumed by itself.
std::vector<RunRequest> unbegun(const Going& going, const std::filesystem::path& path,
                                const std::vector<std::filesystem::path>& trainings) {
  std::set<std::filesystem::path> experiments;
  for (const auto& training : trainings)
    if (training != path) experiments.insert(training.parent_path());
  std::vector<RunRequest> requests;
  for (const auto& directory : experiments) {
    const auto seeds = unbegun_seeds(directory);
    if (seeds.empty()) continue;
    const std::filesystem::path first = seed_directories(directory)[0];
    const std::string text =
        fmt::format("{}: seed {}: asked for, and not begun", directory.string(), fmt::join(seeds, ", "));
    if (count_restarts(first) > 0) {
      print_message("note: " + text + "; tapehead train with the same options, --seeds and --out begins them");
      continue;
    }
    print_message("note: " + text + "; begins now");
    for (const uint64_t seed : seeds) {
      CommandLine line = going.line;
      line.settings.entries["seed"] = {std::to_string(seed), "", ""};
      requests.push_back(
          request_of({line, going.arguments}, RunDirectory(first).config(), seed_directory(directory, seed)));
      requests.back().extend = false;  // there is nothing yet to go on from
    }
  }
  return requests;
}

/// Resumes all unfinished runs of these trainings and begins others, and says which.
int resume_all(const Going& going, const std::filesystem::path& path,
               const std::vector<std::filesystem::path>& trainings, std::vector<RunRequest> others) {
  std::vector<RunRequest> requests;
  size_t count = others.size();
  for (const auto& training : trainings)
    for (const auto& [run, config] : runs_of(training)) {
      ++count;
      CommandLine line = going.line;
      if (config.parent_path() != run)
        line.settings.entries["train.restart"] = {run.filename().string().substr(8), "", ""};  // "restart-3"
      RunRequest request = request_of({line, going.arguments}, config, run);
      if (const std::string end = end_of(run, request.extend); !end.empty())
        fmt::print("{}: {}\n", run.string(), end);
      else
        requests.push_back(std::move(request));
    }
  std::move(others.begin(), others.end(), std::back_inserter(requests));
  fmt::print(stderr, "tapehead: {}: {} of {} runs to go on with\n", path.string(), requests.size(), count);
  std::vector<RunRequest*> runs;
  for (RunRequest& request : requests) runs.push_back(&request);
  const size_t threads = available_threads(threads_option(going.line));
  const int status = train_side_by_side(runs, deal_threads(runs, threads));
  write_tables(path, requests);
  return status;
}

/// Adds seeds to the experiment whose seeds lie there; they must be alike in all other options.
int resume_seeds(const Going& going, const std::filesystem::path& path) {
  const std::vector<std::filesystem::path> there = seed_directories(path);
  if (there.empty())
    throw InputError(fmt::format("--seeds: {} holds no seed-N; a directory made by tapehead train --seeds is needed",
                                 path.string()));
  const std::filesystem::path config = RunDirectory(there[0]).config();
  if (count_restarts(there[0]) > 0)
    throw InputError(
        fmt::format("--seeds: {} holds restarts; tapehead train with the same options and more --seeds "
                    "is needed",
                    there[0].string()));
  const Layer first = kept_options(config);
  for (const auto& seed : there)
    if (const std::string differences = told_differences(kept_options(RunDirectory(seed).config()), first, {"seed"});
        !differences.empty())
      throw InputError(fmt::format("--seeds: {} differs from {} ({}); seeds that are alike in all else are needed",
                                   seed.string(), there[0].string(), differences));
  std::vector<RunRequest> requests;
  for (const uint64_t number : parse_seeds(going.line.own.at("seeds"))) {
    CommandLine line = going.line;
    line.settings.entries["seed"] = {std::to_string(number), "", ""};
    requests.push_back(request_of({line, going.arguments}, config, seed_directory(path, number)));
  }
  std::vector<RunRequest*> runs;
  for (RunRequest& request : requests) runs.push_back(&request);
  const size_t at_once = deal_threads(runs, available_threads(threads_option(going.line)));
  RunParts parts(runs[0]->configuration, runs[0]->threads);  // an error in one run's settings is an error in all
  const int status = train_side_by_side(runs, at_once, std::move(parts));
  fmt::print("{}: {}\n", path.string(), write_seeds(path));
  return status;
}

}  // namespace

int resume_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const std::string& typed = line.positionals[0];
  if (is_trained_model(typed))
    throw InputError(typed +
                     ": comes with the program, without what training goes on with; a directory made by tapehead train "
                     "is needed, or tapehead train --train.init-from " +
                     typed + " starts from its weights");
  const std::filesystem::path path = typed;
  const Going going{line, arguments};
  if (line.has("seeds")) {
    if (line.settings.entries.contains("train.sequences"))
      throw InputError("--seeds: got --train.sequences too; one of the two is needed, for seeds are alike in all else");
    install_interrupt_handlers();
    return resume_seeds(going, path);
  }
  const std::vector<std::filesystem::path> trainings = find_trainings(path);
  note_unreadable({path});
  std::vector<RunRequest> others = unbegun(going, path, trainings);
  if (trainings.size() > 1 || !others.empty() || count_restarts(trainings[0]) > 0) {
    install_interrupt_handlers();
    return resume_all(going, path, trainings, std::move(others));
  }
  const RunDirectory directory(trainings[0]);
  if (!std::filesystem::exists(directory.config()) || !(directory.has_checkpoint() || directory.finished()))
    throw InputError(path.string() + ": holds no run with a checkpoint; a directory made by tapehead train is needed");
  RunRequest request = request_of(going, directory.config(), trainings[0]);
  if (request.extend && !directory.has_checkpoint())
    throw InputError(path.string() + ": is finished, without a checkpoint to go on from; one is needed");
  install_interrupt_handlers();
  request.threads = available_threads(request.threads);
  const int status = conclude(request, run_training(request));
  write_tables(path, {request});
  return status;
}

}  // namespace tapehead
