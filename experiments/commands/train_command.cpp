#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>

#include "autodiff/base/error.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/files/files.hpp"
#include "experiments/files/json.hpp"
#include "experiments/files/manifest.hpp"
#include "experiments/files/result_text.hpp"
#include "experiments/files/run_directory.hpp"
#include "experiments/files/trained_models.hpp"
#include "experiments/options/train_settings.hpp"
#include "experiments/training/interrupt.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/trainer.hpp"
#include "tasks/text/percent.hpp"

namespace tapehead {
namespace {

void print_notes(const Configuration& configuration) {
  for (const std::string& note : configuration.notes) fmt::print(stderr, "tapehead: note: {}\n", note);
}

/// ", 9,998 of 10,000 sequences without an error"; empty where a result of an earlier version does not say.
std::string perfect_text(std::optional<uint64_t> perfect, std::optional<uint64_t> episodes) {
  if (!perfect || !episodes) return "";
  return fmt::format(", {} sequences without an error", count_of(*perfect, *episodes));
}

/// The run's result as one line, and its exit status.
int conclude(const RunRequest& request, const RunReport& report) {
  const std::string where = request.directory.string();
  if (report.outcome == Outcome::kInterrupted) {
    fmt::print(stderr, "tapehead: interrupted; the checkpoint is written, tapehead resume {} goes on\n", where);
    return kInterrupted;
  }
  if (report.outcome == Outcome::kDiverged) {
    fmt::print(stderr, "tapehead: {}: {}\n", where, report.message);
    return kDiverged;
  }
  const Json result = Json::read(RunDirectory(request.directory).result());
  if (!result.is_object()) throw InputError(where + "/result.json: is not a run's result; remove it and run again");
  fmt::print("{}: {}{}\n", where, report.was_finished ? "is done already: " : "", result_text(result));
  return kDone;
}

/// One seed's run, or its restarts.
struct SeedRuns {
  std::string seed;
  std::filesystem::path directory;
  std::vector<RunRequest> runs;
};

/// The result of a seed: of its run, or of the restart that is chosen; nothing where it is not finished.
std::optional<Json> result_of(const SeedRuns& seed) {
  std::vector<std::filesystem::path> runs;
  for (const RunRequest& run : seed.runs) runs.push_back(run.directory);
  if (!std::all_of(runs.begin(), runs.end(), [](const auto& run) { return RunDirectory(run).finished(); })) return {};
  const RunDirectory home(runs.size() > 1 ? runs[choose_restart(runs)] : runs[0]);
  Json result = Json::read(home.result());
  return result.is_object() ? std::optional(std::move(result)) : std::nullopt;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const size_t n = v.size();
  return n == 0 ? 0 : n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/// One table for all seeds, in the directory above theirs.
void write_pooled(const std::filesystem::path& directory, const std::vector<SeedRuns>& seeds) {
  std::string table = csv_row({"seed", "status", "sequences", "bits", "over_oracle", "wrong_bits", "error", "seconds",
                               "perfect_episodes", "final_episodes"}) +
                      "\n";
  std::vector<double> bits, errors, sequences;
  size_t solved = 0;
  uint64_t perfect = 0, episodes = 0;
  for (const SeedRuns& seed : seeds) {
    const auto result = result_of(seed);
    if (!result) continue;
    const std::string status = result->text("status").value_or("?");
    table +=
        csv_row({seed.seed, status, result->written("sequences"), result->written("bits"),
                 result->written("over_oracle"), result->written("wrong_bits"), result->written("error"),
                 result->written("seconds"), result->written("perfect_episodes"), result->written("final_episodes")}) +
        "\n";
    perfect += result->whole("perfect_episodes").value_or(0);
    episodes += result->whole("final_episodes").value_or(0);
    solved += status == "solved";
    if (const auto cost = result->number("bits")) bits.push_back(*cost);
    if (const auto error = result->number("error")) errors.push_back(*error);
    if (status == "solved") sequences.push_back(result->number("sequences").value_or(0));
  }
  write_atomically(directory / "seeds.csv", table);
  fmt::print("{}: {} seeds", directory.string(), seeds.size());
  // Without a threshold none can be solved, and none has failed to.
  if (seeds[0].runs[0].configuration.settings.real("train.stop-below") > 0) fmt::print(", {} solved", solved);
  if (!sequences.empty()) fmt::print(" (median after {:.0f} sequences)", median(sequences));
  if (!errors.empty())
    fmt::print(", median {} wrong", percent(median(errors), 100, 2));
  else if (!bits.empty())
    fmt::print(", median {:.4g} bits a sequence", median(bits));
  fmt::print("{}\n", episodes == 0 ? "" : perfect_text(perfect, episodes));
}

/// Trains all runs, as many at once as there are threads; the worst exit status counts.
int train_all(const std::filesystem::path& directory, std::vector<SeedRuns>& seeds, size_t restarts, size_t threads) {
  check_run(seeds[0].runs[0].configuration);  // what is wrong with one is wrong with all: told once, nothing written
  make_directory(directory);
  std::vector<RunRequest*> runs;
  for (SeedRuns& seed : seeds) {
    if (restarts > 0) {
      make_directory(seed.directory);
      write_restarts(seed.directory, restarts);
    }
    for (RunRequest& run : seed.runs) runs.push_back(&run);
  }
  const size_t side_by_side = std::min(threads, runs.size());
  for (RunRequest* run : runs) {
    run->threads = threads / side_by_side;
    run->shared_terminal = side_by_side > 1;
  }
  std::vector<int> statuses(runs.size(), kDone);
  std::atomic<size_t> next = 0;
  std::mutex printing;
  std::exception_ptr failure;
  const auto work = [&] {
    for (size_t i = next++; i < runs.size() && !interrupted(); i = next++) {
      try {
        const RunReport report = run_training(*runs[i]);
        const std::lock_guard lock(printing);
        statuses[i] = conclude(*runs[i], report);
      } catch (const InputError& error) {
        const std::lock_guard lock(printing);
        fmt::print(stderr, "tapehead: {}\n", error.what());
        statuses[i] = kBadInput;
      } catch (...) {
        const std::lock_guard lock(printing);
        failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  for (size_t i = 1; i < side_by_side; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
  return interrupted() ? kInterrupted : *std::max_element(statuses.begin(), statuses.end());
}

/// --restarts, or 0.
size_t restarts_option(const CommandLine& line) {
  if (!line.has("restarts")) return 0;
  return std::stoull(normal_value(Option::integer("--restarts", 1, 1, kMostRestarts, ""), line.own.at("restarts")));
}

/// A directory is that of one run, or of the restarts of one: not of both, nor of fewer restarts than it has.
void check_directory(const std::filesystem::path& directory, size_t restarts) {
  const size_t there = count_restarts(directory);
  if (restarts > 0 && std::filesystem::exists(RunDirectory(directory).config()))
    throw InputError("--out: " + directory.string() +
                     " holds a run by itself; another directory is needed for restarts");
  if (restarts < there)
    throw InputError(
        fmt::format("--out: {} holds {} restarts; --restarts {} goes on with them, or name another directory",
                    directory.string(), there, there));
}

/// The runs that a command line asks for under one seed.
SeedRuns seed_runs(const CommandLine& line, const std::filesystem::path& directory, size_t restarts,
                   const std::vector<std::string>& arguments) {
  check_directory(directory, restarts);
  SeedRuns seed{"", directory, {}};
  const auto add = [&](const CommandLine& one, const std::filesystem::path& out) {
    seed.runs.push_back({configure(declarations(), presets_folder(), one), out, arguments});
    if (line.has("name")) seed.runs.back().name = line.own.at("name");
  };
  if (restarts == 0) add(line, directory);
  for (size_t number = 1; number <= restarts; ++number) {
    CommandLine one = line;
    one.settings.entries["train.restart"] = {std::to_string(number), "", ""};
    add(one, restart_directory(directory, number));
  }
  seed.seed = seed.runs[0].configuration.settings.text("seed");
  return seed;
}

}  // namespace

int train_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const std::filesystem::path out = required(line, "out");
  const size_t threads = threads_option(line);
  const size_t restarts = restarts_option(line);
  const auto refuse_both = [&](const char* option, const char* setting) {
    if (line.has(option) && line.settings.entries.contains(setting))
      throw InputError(fmt::format("--{}: got --{} too; one of the two is needed", option, setting));
  };
  refuse_both("seeds", "seed");
  refuse_both("restarts", "train.restart");
  if (line.has("name")) check_run_name(line.own.at("name"));
  install_interrupt_handlers();
  std::vector<SeedRuns> seeds;
  if (!line.has("seeds")) {
    seeds.push_back(seed_runs(line, out, restarts, arguments));
  } else {
    for (const uint64_t number : parse_seeds(line.own.at("seeds"))) {
      CommandLine one = line;
      one.settings.entries["seed"] = {std::to_string(number), "", ""};
      seeds.push_back(seed_runs(one, out / fmt::format("seed-{}", number), restarts, arguments));
    }
  }
  print_notes(seeds[0].runs[0].configuration);
  if (!line.has("seeds") && restarts == 0) {
    seeds[0].runs[0].threads = threads;
    return conclude(seeds[0].runs[0], run_training(seeds[0].runs[0]));
  }
  const int status = train_all(out, seeds, restarts, threads);
  if (restarts > 0)
    for (const SeedRuns& seed : seeds) write_restarts(seed.directory, restarts);
  if (line.has("seeds")) write_pooled(out, seeds);
  return status;
}

int resume_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const std::string& typed = line.positionals[0];
  if (is_trained_model(typed))
    throw InputError(typed +
                     ": comes with the program, without what training goes on with; a directory made by tapehead train "
                     "is needed, or tapehead train --train.init-from " +
                     typed + " starts from its weights");
  const std::filesystem::path path = typed;
  const RunDirectory directory(path);
  if (count_restarts(path) > 0)
    throw InputError(path.string() +
                     ": holds restarts; tapehead train with the same options goes on with them all, "
                     "tapehead resume " +
                     restart_directory(path, 1).string() + " with one");
  const std::string which = line.has("checkpoint") ? line.own.at("checkpoint") : "last";
  if (!std::filesystem::exists(directory.config()) || !directory.has_checkpoint())
    throw InputError(path.string() + ": holds no run with a checkpoint; a directory made by tapehead train is needed");
  const Layer stored = file_layer(directory.config());
  RunRequest request{resolve(declarations(), {stored, line.settings}), path, arguments, threads_option(line), which};
  request.extend = request.configuration.settings.text("train.sequences") !=
                   resolve(declarations(), {stored}).settings.text("train.sequences");
  install_interrupt_handlers();
  return conclude(request, run_training(request));
}

}  // namespace tapehead
