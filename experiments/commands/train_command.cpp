#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/available_threads.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/side_by_side.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/options/differences.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/seeds_table.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

void print_notes(const Configuration& configuration) {
  for (const std::string& note : configuration.notes) print_message("note: " + note);
}

/// One seed's run, or its restarts; paths are relative to --out until that is known.
struct SeedRuns {
  std::filesystem::path directory;
  std::vector<RunRequest> runs;
};

/// --restarts, or 0.
size_t restarts_option(const CommandLine& line) {
  if (!line.has("restarts")) return 0;
  return std::stoull(normal_value(Option::integer("--restarts", 1, 1, kMostRestarts, ""), line.own.at("restarts")));
}

/// The path `name` in `out`, which may be empty.
std::filesystem::path below(const std::filesystem::path& out, const std::filesystem::path& name) {
  return name.empty() ? out : out / name;
}

/// The runs of one seed that the command line asks for.
SeedRuns seed_runs(const CommandLine& line, const std::filesystem::path& directory, size_t restarts,
                   const std::vector<std::string>& arguments) {
  if (line.has("out")) check_run_directory(below(line.own.at("out"), directory), restarts);
  SeedRuns seed{directory, {}};
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
  return seed;
}

/// The seeds in one directory must belong to one experiment: one table above them lists all.
void check_seeds_alike(const std::filesystem::path& directory, const Configuration& asked) {
  const Layer here = ini_layer("command line", to_ini(asked));
  for (const auto& seed : seed_directories(directory)) {
    std::vector<std::filesystem::path> runs = {seed};
    for (size_t number = 1; number <= count_restarts(seed); ++number) runs.push_back(restart_directory(seed, number));
    for (const auto& run : runs) {
      const RunDirectory home(run);
      if (!home.has_checkpoint() && !home.finished()) continue;  // counts as empty
      const std::filesystem::path config = home.config();
      const std::string differences =
          told_differences(ini_layer(config.string(), config_today(config)), here, {"seed", "train.restart"});
      if (!differences.empty())
        throw InputError(
            fmt::format("--out: {} holds a run with other options ({}); seeds of one directory are alike "
                        "in all else, name another directory",
                        run.string(), differences));
    }
  }
}

/// A new directory named after the preset, or the task.
std::filesystem::path new_directory(const CommandLine& line, const Configuration& configuration) {
  const auto directory =
      new_run_directory(line.has("preset") ? line.own.at("preset") : configuration.settings.text("task"));
  fmt::print(stderr, "tapehead: --out is {}\n", directory.string());
  return directory;
}

}  // namespace

int train_command(const CommandLine& line, const std::vector<std::string>& arguments) {
  const size_t threads = threads_option(line);
  const size_t restarts = restarts_option(line);
  const auto refuse_both = [&](const char* option, const char* setting) {
    if (line.has(option) && line.settings.entries.contains(setting))
      throw InputError(fmt::format("--{}: got --{} too; one of the two is needed", option, setting));
  };
  refuse_both("seeds", "seed");
  refuse_both("restarts", "train.restart");
  const std::vector<uint64_t> numbers = line.has("seeds") ? parse_seeds(line.own.at("seeds")) : std::vector<uint64_t>();
  if (line.has("name")) check_run_name(line.own.at("name"));
  install_interrupt_handlers();
  std::vector<SeedRuns> seeds;
  if (!line.has("seeds")) {
    seeds.push_back(seed_runs(line, {}, restarts, arguments));
  } else {
    for (const uint64_t number : numbers) {
      CommandLine one = line;
      one.settings.entries["seed"] = {std::to_string(number), "", ""};
      seeds.push_back(seed_runs(one, seed_directory({}, number), restarts, arguments));
    }
  }
  std::vector<RunRequest*> runs;
  for (SeedRuns& seed : seeds)
    for (RunRequest& run : seed.runs) runs.push_back(&run);
  const Configuration& asked = runs[0]->configuration;
  print_notes(asked);
  if (line.has("seeds") && line.has("out")) check_seeds_alike(line.own.at("out"), asked);
  const size_t at_once = deal_threads(runs, available_threads(threads));
  RunParts first(asked, runs[0]->threads);  // settings wrong in one run are wrong in all: one error, nothing written
  const std::filesystem::path out =
      line.has("out") ? std::filesystem::path(line.own.at("out")) : new_directory(line, asked);
  for (SeedRuns& seed : seeds) seed.directory = below(out, seed.directory);
  for (RunRequest* run : runs) run->directory = below(out, run->directory);
  if (!line.has("seeds") && restarts == 0) return conclude(*runs[0], run_training(*runs[0], std::move(first)));
  make_directory(out);
  for (const SeedRuns& seed : seeds)
    if (restarts > 0) {
      make_directory(seed.directory);
      write_restarts(seed.directory, restarts);
    }
  const int status = train_side_by_side(runs, at_once, std::move(first));
  if (restarts > 0)
    for (const SeedRuns& seed : seeds) write_restarts(seed.directory, restarts);
  if (line.has("seeds")) fmt::print("{}: {}\n", out.string(), write_seeds(out));
  return status;
}

}  // namespace tapehead
