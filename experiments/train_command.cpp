#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <nlohmann/json.hpp>
#include <thread>

#include "autodiff/error.hpp"
#include "experiments/command.hpp"
#include "experiments/files.hpp"
#include "experiments/interrupt.hpp"
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
  fmt::print("{}: {}{} after {} sequences, {:.4g} bits a sequence, {:.1f} s\n", where,
             report.was_finished ? "is done already: " : "", result.value("status", "?"),
             result.value("sequences", uint64_t{0}), result.value("bits", 0.0), result.value("seconds", 0.0));
  return kDone;
}

/// One table for all seeds, in the directory above theirs.
void write_pooled(const std::filesystem::path& directory, const std::vector<RunRequest>& runs) {
  std::string table =
      csv_row({"seed", "status", "sequences", "bits", "over_oracle", "wrong_bits", "error", "seconds"}) + "\n";
  std::vector<double> bits, sequences;
  size_t solved = 0;
  for (const RunRequest& run : runs) {
    const RunDirectory home(run.directory);
    if (!home.finished()) continue;
    const auto r = nlohmann::json::parse(read_whole(home.result(), uint64_t{1} << 20), nullptr, false);
    if (!r.is_object()) continue;
    const auto number = [&](const char* key) { return r.contains(key) ? r[key].dump() : ""; };
    const std::string status = r.value("status", "?");
    table += csv_row({run.configuration.settings.text("seed"), status, number("sequences"), number("bits"),
                      number("over_oracle"), number("wrong_bits"), number("error"), number("seconds")}) +
             "\n";
    solved += status == "solved";
    if (r.contains("bits")) bits.push_back(r["bits"].get<double>());
    if (status == "solved") sequences.push_back(r["sequences"].get<double>());
  }
  write_atomically(directory / "seeds.csv", table);
  const auto median = [](std::vector<double> v) {
    std::sort(v.begin(), v.end());
    const size_t n = v.size();
    return n == 0 ? 0 : n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
  };
  fmt::print("{}: {} seeds, {} solved", directory.string(), runs.size(), solved);
  if (!sequences.empty()) fmt::print(" (median after {:.0f} sequences)", median(sequences));
  if (!bits.empty()) fmt::print(", median {:.4g} bits a sequence", median(bits));
  fmt::print("\n");
}

/// Trains all seeds, as many at once as there are threads; the worst exit status counts.
int train_seeds(const std::filesystem::path& directory, std::vector<RunRequest> runs, size_t threads) {
  check_run(runs[0].configuration);  // what is wrong with one is wrong with all: told once, nothing written
  make_directory(directory);
  const size_t side_by_side = std::min(threads, runs.size());
  for (RunRequest& run : runs) {
    run.threads = threads / side_by_side;
    run.shared_terminal = side_by_side > 1;
  }
  std::vector<int> statuses(runs.size(), kDone);
  std::atomic<size_t> next = 0;
  std::mutex printing;
  std::exception_ptr failure;
  const auto work = [&] {
    for (size_t i = next++; i < runs.size() && !interrupted(); i = next++) {
      try {
        const RunReport report = run_training(runs[i]);
        const std::lock_guard lock(printing);
        statuses[i] = conclude(runs[i], report);
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
  write_pooled(directory, runs);
  return interrupted() ? kInterrupted : *std::max_element(statuses.begin(), statuses.end());
}

}  // namespace

int train_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const std::filesystem::path out = required(line, "out");
  const size_t threads = threads_option(line);
  install_interrupt_handlers();
  if (!line.has("seeds")) {
    const RunRequest request{configure(declarations(), presets_folder(), line), out, arguments, threads};
    print_notes(request.configuration);
    return conclude(request, run_training(request));
  }
  if (line.settings.entries.contains("seed")) throw InputError("--seeds: got --seed too; one of the two is needed");
  std::vector<RunRequest> runs;
  for (const uint64_t seed : parse_seeds(line.own.at("seeds"))) {
    CommandLine one = line;
    one.settings.entries["seed"] = {std::to_string(seed), "", ""};
    runs.push_back({configure(declarations(), presets_folder(), one), out / fmt::format("seed-{}", seed), arguments});
  }
  print_notes(runs[0].configuration);
  return train_seeds(out, std::move(runs), threads);
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
  request.extend = request.configuration.settings.integer("train.sequences") !=
                   resolve(declarations(), {stored}).settings.integer("train.sequences");
  install_interrupt_handlers();
  return conclude(request, run_training(request));
}

}  // namespace tapehead
