#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "autodiff/error.hpp"
#include "experiments/command.hpp"
#include "experiments/files.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/restarts.hpp"
#include "experiments/run_directory.hpp"
#include "experiments/train_settings.hpp"
#include "experiments/trainer.hpp"

namespace tapehead {
namespace {

void print_notes(const Configuration& configuration) {
  for (const std::string& note : configuration.notes) fmt::print(stderr, "tapehead: note: {}\n", note);
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
  const auto result =
      nlohmann::json::parse(read_whole(RunDirectory(request.directory).result(), uint64_t{1} << 20), nullptr, false);
  if (!result.is_object()) throw InputError(where + "/result.json: is not a run's result; remove it and run again");
  const std::string cost = result.contains("error") ? fmt::format("{:.4g} % wrong", result.value("error", 0.0))
                                                    : fmt::format("{:.4g} bits a sequence", result.value("bits", 0.0));
  fmt::print("{}: {}{} after {} sequences, {}, {:.1f} s\n", where, report.was_finished ? "is done already: " : "",
             result.value("status", "?"), result.value("sequences", uint64_t{0}), cost, result.value("seconds", 0.0));
  return kDone;
}

/// One seed's run, or its restarts.
struct SeedRuns {
  std::string seed;
  std::filesystem::path directory;
  std::vector<RunRequest> runs;
};

/// The result of a seed: of its run, or of the restart that is chosen; nothing where it is not finished.
std::optional<nlohmann::json> result_of(const SeedRuns& seed) {
  auto home = seed.directory;
  if (seed.runs.size() > 1 || seed.runs[0].directory != seed.directory) {
    const auto restarts = find_restarts(seed.directory);
    if (!std::all_of(restarts.begin(), restarts.end(), [](const auto& r) { return RunDirectory(r).finished(); }))
      return {};
    home = restarts[choose_restart(restarts)];
  }
  if (!RunDirectory(home).finished()) return {};
  auto result = nlohmann::json::parse(read_whole(RunDirectory(home).result(), uint64_t{1} << 20), nullptr, false);
  return result.is_object() ? std::optional(std::move(result)) : std::nullopt;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const size_t n = v.size();
  return n == 0 ? 0 : n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/// One table for all seeds, in the directory above theirs.
void write_pooled(const std::filesystem::path& directory, const std::vector<SeedRuns>& seeds) {
  std::string table =
      csv_row({"seed", "status", "sequences", "bits", "over_oracle", "wrong_bits", "error", "seconds"}) + "\n";
  std::vector<double> bits, errors, sequences;
  size_t solved = 0;
  for (const SeedRuns& seed : seeds) {
    const auto result = result_of(seed);
    if (!result) continue;
    const auto& r = *result;
    const auto number = [&](const char* key) { return r.contains(key) ? r[key].dump() : ""; };
    const std::string status = r.value("status", "?");
    table += csv_row({seed.seed, status, number("sequences"), number("bits"), number("over_oracle"),
                      number("wrong_bits"), number("error"), number("seconds")}) +
             "\n";
    solved += status == "solved";
    if (r.contains("bits")) bits.push_back(r["bits"].get<double>());
    if (r.contains("error")) errors.push_back(r["error"].get<double>());
    if (status == "solved") sequences.push_back(r["sequences"].get<double>());
  }
  write_atomically(directory / "seeds.csv", table);
  fmt::print("{}: {} seeds, {} solved", directory.string(), seeds.size(), solved);
  if (!sequences.empty()) fmt::print(" (median after {:.0f} sequences)", median(sequences));
  if (!errors.empty())
    fmt::print(", median {:.4g} % wrong", median(errors));
  else if (!bits.empty())
    fmt::print(", median {:.4g} bits a sequence", median(bits));
  fmt::print("\n");
}

/// Trains all runs, as many at once as there are threads; the worst exit status counts.
int train_all(std::vector<SeedRuns>& seeds, size_t threads) {
  check_run(seeds[0].runs[0].configuration);  // what is wrong with one is wrong with all: told once, nothing written
  std::vector<RunRequest*> runs;
  for (SeedRuns& seed : seeds) {
    make_directory(seed.directory);
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

/// The runs that a command line asks for under one seed.
SeedRuns seed_runs(const CommandLine& line, const std::filesystem::path& directory, size_t restarts,
                   const std::vector<std::string>& arguments) {
  SeedRuns seed{"", directory, {}};
  const auto add = [&](const CommandLine& one, const std::filesystem::path& out) {
    seed.runs.push_back({configure(declarations(), presets_folder(), one), out, arguments});
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
  const size_t restarts = line.has("restarts") ? count_option(line, "restarts", 0) : 0;
  const auto refuse_both = [&](const char* option, const char* setting) {
    if (line.has(option) && line.settings.entries.contains(setting))
      throw InputError(fmt::format("--{}: got --{} too; one of the two is needed", option, setting));
  };
  refuse_both("seeds", "seed");
  refuse_both("restarts", "train.restart");
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
  const int status = train_all(seeds, threads);
  if (restarts > 0)
    for (const SeedRuns& seed : seeds) write_restarts(seed.directory);
  if (line.has("seeds")) write_pooled(out, seeds);
  return status;
}

int resume_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const std::filesystem::path path = line.positionals[0];
  const RunDirectory directory(path);
  const std::string which = line.has("checkpoint") ? line.own.at("checkpoint") : "last";
  if (which != "last" && which != "previous")
    throw InputError(unknown_name("--checkpoint", which, {"last", "previous"}));
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
