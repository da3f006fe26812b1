#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/commands/unreadable_runs.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/scoring/attention_peaks.hpp"
#include "experiments/scoring/episode_trace.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostTraced = 1000;  // questions of a group, unless more are asked for

void refuse(const CommandLine& line, const char* option, const char* with) {
  if (line.has(option))
    throw InputError(fmt::format("--{}: does not go with {}; one without the other is needed", option, with));
}

/// One of several runs' files, with the run's name: "episode.h5" becomes "episode-seed-1.h5".
std::filesystem::path file_of(const std::filesystem::path& file, std::string name) {
  std::replace(name.begin(), name.end(), '/', '-');
  std::filesystem::path own = file;
  return own.replace_filename(fmt::format("{}-{}{}", file.stem().string(), name, file.extension().string()));
}

/// Calls `make(run, file)` for the named run, or for each run below it, with a file of its own.
template <class Make>
void for_each_file(const std::filesystem::path& directory, const std::filesystem::path& file, const char* option,
                   const Make& make) {
  const auto trainings = find_trainings(directory);
  note_unreadable({directory});
  if (trainings.size() == 1) return make(chosen_run(trainings[0]), file);
  if (file == "-")
    throw InputError(
        fmt::format("--{}: got -, and {} runs; a file is needed, by which each has its own", option, trainings.size()));
  for (const auto& training : trainings) {
    const auto own = file_of(file, name_below(training, directory));
    fmt::print("{}: {}\n", training.string(), own.string());
    make(chosen_run(training), own);
  }
}

}  // namespace

int trace_command(const CommandLine& line, const std::vector<std::string>&) {
  const auto directory = [&] { return find_run(line.positionals[0]).directory; };
  const auto load = [&](const std::filesystem::path& run) {
    return load_trained(run, line.settings, checkpoint_option(line));
  };
  if (line.has("peaks")) {
    for (const char* option : {"out", "episode"}) refuse(line, option, "--peaks");
    const Split split = split_option(line, Split::kEval);
    const size_t most = count_option(line, "episodes", kMostTraced);
    for_each_file(directory(), line.own.at("peaks"), "peaks",
                  [&](const auto& run, const auto& file) { write_attention_peaks(load(run), split, most, file); });
    return kDone;
  }
  const std::filesystem::path out = required(line, "out");
  if (line.has("episodes")) throw InputError("--episodes: got no --peaks; it is needed with it");
  const Split split = split_option(line, Split::kShow);
  const uint64_t episode = index_option(line, "episode");
  for_each_file(directory(), out, "out",
                [&](const auto& run, const auto& file) { trace_episode(load(run), split, episode, file); });
  return kDone;
}

}  // namespace tapehead
