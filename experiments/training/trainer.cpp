#include "experiments/training/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/options/differences.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/training/training_loop.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The `seconds` of the last row of a metrics.csv, 0 where there is none that a run can have.
double last_seconds(const std::filesystem::path& metrics) {
  if (!std::filesystem::exists(metrics)) return 0;
  std::string text = read_whole(metrics, uint64_t{1} << 40);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  const std::string last = text.substr(text.rfind('\n') + 1);
  size_t at = 0;
  for (int i = 0; i < 7 && at != std::string::npos; ++i) at = last.find(',', at + (i > 0));
  const size_t end = at == std::string::npos ? at : last.find(',', at + 1);
  if (end == std::string::npos) return 0;
  const double seconds = read_number<double>(std::string_view(last).substr(at + 1, end - at - 1)).value_or(0);
  return seconds >= 0 && seconds <= kMostSeconds ? seconds : 0;
}

/// Throws InputError where the checkpoint `where` is of other options than the run, whose config.ini was changed since.
/// The number of sequences, and where files are, may be other ones.
void check_own_options(const SafetensorsFile& file, const std::string& where, const Configuration& run) {
  const auto kept = file.metadata.find("config");
  if (kept == file.metadata.end()) return;
  std::vector<std::string> may_differ = {"train.sequences"};
  for (const Option* const option : run.live)
    if (option->is_path) may_differ.push_back(option->name);
  Layer then = ini_layer(where, kept->second);
  try {
    then = ini_layer(where, to_ini(resolve(declarations(), {then})));  // options added since have their defaults
  } catch (const InputError&) {                                        // of another version: as it is
  }
  const std::string differences = told_differences(then, ini_layer("config.ini", to_ini(run)), may_differ);
  if (!differences.empty())
    throw InputError(fmt::format("{}: is of other options than config.ini beside it ({}); its own are needed there",
                                 where, differences));
}

}  // namespace

RunLabels run_labels(const Configuration& configuration) {
  const Settings& s = configuration.settings;
  const auto name = [&](const char* part) { return s.has(part) ? s.text(part) : std::string("none"); };
  return {name("task"),   name("model"),      name("controller"),
          name("memory"), name("addressing"), static_cast<uint64_t>(s.integer("seed"))};
}

Configuration with_overrides(const Configuration& configuration,
                             const std::vector<std::pair<std::string, std::string>>& overrides,
                             const std::string& source) {
  Layer layer;
  layer.name = source;
  layer.must_apply = true;
  for (const auto& [name, value] : overrides) layer.entries[name] = {value, source + ": ", ""};
  return resolve(declarations(), {stored_layer(configuration.settings, "config.ini"), layer});
}

std::string config_today(const std::filesystem::path& file) {
  try {
    return to_ini(resolve(declarations(), {file_layer(file)}));
  } catch (const InputError&) {
    return read_whole(file, kMostConfigBytes);
  }
}

RunReport run_training(const RunRequest& request) {
  return run_training(request, RunParts(request.configuration, request.threads));
}

RunReport run_training(const RunRequest& request, RunParts parts) {
  const FlushDenormals flush;  // the optimiser's moments decay to denormals where there is no gradient
  const RunDirectory directory(request.directory);
  const std::string config = to_ini(request.configuration);
  const TrainSettings train = parts.train;
  TrainingState& state = *parts.state;
  // An existing directory is locked before it is read; a new one only after every check has passed.
  std::optional<RunLock> lock;
  if (std::filesystem::is_directory(request.directory)) lock.emplace(request.directory);
  const bool exists = directory.has_checkpoint();
  // A finished run without its checkpoints (a kept result) is a run too.
  const bool holds_run = exists || directory.finished();
  if (holds_run && !request.extend)
    if (const std::string there = config_today(directory.config()); there != config)
      throw InputError(fmt::format(
          "--out: {} holds a run with other options ({}); name another directory, or continue that one with resume",
          request.directory.string(),
          told_differences(ini_layer(directory.config().string(), there), ini_layer("command line", config))));

  make_directory(request.directory);
  if (!lock) lock.emplace(request.directory);
  if (holds_run && !request.name.empty()) rename_run(directory.manifest(), request.name);
  if (directory.finished() && !request.extend) {
    const Json result = read_result(directory.result());
    const bool diverged = result.text("status") == "diverged";
    return {diverged ? Outcome::kDiverged : Outcome::kFinished, true,
            diverged ? result.text("message").value_or("diverged") : ""};
  }
  double seconds_before = 0;
  if (exists) {
    const SafetensorsFile file = directory.load(request.checkpoint, {"last", "previous"});
    const std::string where = directory.checkpoint(request.checkpoint).string();
    check_own_options(file, where, request.configuration);
    state.from_file(file, where, goal_of(*parts.task, state.model()));
    if (state.counters.best_sequences > 0 && std::filesystem::exists(directory.checkpoint("best")))
      (void)directory.load("best");  // before hours of training, whose end scores it
    const uint64_t seen = state.counters.sequences;
    if (request.extend && state.sequences_in_all() < seen)
      throw InputError(
          fmt::format("train.sequences: got {}; the run has seen {}, and no fewer are needed", train.sequences, seen));
    if (request.checkpoint == "previous") directory.fall_back();
    // No rows of a validation that will be made again.
    trim_after(directory.metrics(), state.awaits_validation() ? seen - 1 : seen);
    seconds_before = noted_seconds(directory.manifest(), seen).value_or(last_seconds(directory.metrics()));
    if (request.extend) {
      state.counters.stopped = 0;
      remove_file(directory.result());  // first: a run with a result would not resume
      write_atomically(directory.config(), config);
    }
  } else {
    remove_file(directory.metrics());
    write_atomically(directory.config(), config);
    write_atomically(directory.manifest(),
                     manifest_json(train.seed, state.store().learned_count(), goal_of(*parts.task, state.model()),
                                   request.arguments, request.name));
  }
  Trainer trainer(request, directory, std::move(parts));
  if (!exists || request.extend) trainer.begin();
  const Outcome outcome = trainer.run(seconds_before);
  return {outcome, false, trainer.divergence()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
