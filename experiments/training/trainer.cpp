#include "experiments/training/trainer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/options/differences.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/curriculum.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "experiments/training/training_loop.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Task> make_check_task(const Configuration& configuration, const TrainSettings& train,
                                      const Spec& spec) {
  if (train.check.empty()) return nullptr;
  const std::string where = fmt::format("train.check: {}: ", train.check);
  for (const auto& [option, value] : train.check_options)
    if (!option.starts_with("task."))
      throw InputError(fmt::format("{}{} is no option of the task; one such as task.length is needed", where, option));
  auto task = make_task(with_overrides(configuration, train.check_options).settings);
  if (task->spec().features() != spec.features() || task->spec().outputs() != spec.outputs())
    throw InputError(where + "changes the width of inputs or outputs; one that the same model can answer is needed");
  return task;
}

/// The checkpoint that a run starts from: a file, or the best one of a run or of a trained model.
std::filesystem::path first_checkpoint(const std::string& typed) {
  const std::filesystem::path place = find_run(typed).directory;
  if (!std::filesystem::is_directory(place)) return place;
  return RunDirectory(chosen_run(place)).checkpoint("best");
}

/// The largest batch that training is sure to come to, for what a curriculum opens later may never be reached; and what
/// is scored on the way.
void check_room(const Configuration& configuration, const TrainSettings& train, const Parts& parts, size_t threads) {
  const Settings& settings = configuration.settings;
  const Roomy run{settings, parts.state->model(), *parts.task};
  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  check_training_room(run, train, make_curriculum(settings)->next(draw, 0, parts.state->curriculum), threads);
  check_scoring_room(run, train.seed, Split::kValidation, train.validation_episodes, threads);
}

Parts make_parts(const Configuration& configuration, const TrainSettings& train, std::unique_ptr<Task> task,
                 size_t threads) {
  Parts parts;
  parts.task = std::move(task);
  const std::string& curriculum = configuration.settings.text("train.curriculum");
  if (curriculum != "none" && !parts.task->has_sizes())
    throw InputError("train.curriculum: got " + curriculum + "; the task's sizes are fixed, and none is needed");
  if (train.own_words.share > 0 && !parts.task->spec().says() && !parts.task->reacts())
    throw InputError(fmt::format("train.scheduled-sampling: got {}; {} says nothing that comes back, and 0 is needed",
                                 train.own_words.share, configuration.settings.text("task")));
  parts.check_task = make_check_task(configuration, train, parts.task->spec());
  parts.state = std::make_unique<TrainingState>(configuration.settings, train, parts.task->spec());
  if (const size_t shard = shard_size(parts.state->model(), train.batch);
      train.gradient_variance && train.batch <= shard)
    throw InputError(
        fmt::format("train.gradient-variance: got true, and train.batch {}, which is not divided; {} or "
                    "more are needed for it",
                    train.batch, shard + 1));
  check_room(configuration, train, parts, threads);
  if (train.init_from.empty()) return parts;
  if (train.restarts > 0)
    throw InputError("train.init-from: got " + train.init_from + ", and train.restarts " +
                     std::to_string(train.restarts) + "; a restart draws new parameters, 0 restarts are needed");
  const std::filesystem::path first = first_checkpoint(train.init_from);
  parts.state->parameters_from_file(read_safetensors(first), first.string());
  return parts;
}

/// The `seconds` of the last row of a metrics.csv, 0 where there is none.
double last_seconds(const std::filesystem::path& metrics) {
  if (!std::filesystem::exists(metrics)) return 0;
  std::string text = read_whole(metrics, uint64_t{1} << 40);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  const std::string last = text.substr(text.rfind('\n') + 1);
  size_t at = 0;
  for (int i = 0; i < 7 && at != std::string::npos; ++i) at = last.find(',', at + (i > 0));
  const double value = at == std::string::npos ? 0 : std::atof(last.c_str() + at + 1);
  return std::isfinite(value) ? value : 0;
}

}  // namespace

RunLabels run_labels(const Configuration& configuration) {
  const Settings& s = configuration.settings;
  const auto name = [&](const char* part) { return s.has(part) ? s.text(part) : std::string("none"); };
  return {name("task"),   name("model"),      name("controller"),
          name("memory"), name("addressing"), static_cast<uint64_t>(s.integer("seed"))};
}

Configuration with_overrides(const Configuration& configuration,
                             const std::vector<std::pair<std::string, std::string>>& overrides) {
  Layer layer;
  layer.name = "command line";
  layer.must_apply = true;
  for (const auto& [name, value] : overrides) layer.entries[name] = {value, "", ""};
  return resolve(declarations(), {stored_layer(configuration.settings, "config.ini"), layer});
}

std::string config_today(const std::filesystem::path& file) {
  try {
    return to_ini(resolve(declarations(), {file_layer(file)}));
  } catch (const InputError&) {
    return read_whole(file, uint64_t{1} << 20);
  }
}

void check_run(const Configuration& configuration) {
  auto task = make_task(configuration.settings);
  const TrainSettings train(configuration.settings, task->spec().epoch);
  (void)make_parts(configuration, train, std::move(task), 1);
}

RunReport run_training(const RunRequest& request) {
  const FlushDenormals flush;  // the optimiser's vectors fade away where there is no gradient
  const Settings& settings = request.configuration.settings;
  auto task = make_task(settings);
  const TrainSettings train(settings, task->spec().epoch);
  const RunDirectory directory(request.directory);
  const std::string config = to_ini(request.configuration);
  Parts parts = make_parts(request.configuration, train, std::move(task), request.threads);
  TrainingState& state = *parts.state;
  // The lock comes before the first look into a directory that is there, and after the last refusal for one that is
  // not.
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
    const Json result = Json::read(directory.result());
    const bool diverged = result.text("status") == "diverged";
    return {diverged ? Outcome::kDiverged : Outcome::kFinished, true,
            diverged ? result.text("message").value_or("diverged") : ""};
  }
  double seconds_before = 0;
  if (exists) {
    state.from_file(directory.load(request.checkpoint, {"last", "previous"}),
                    directory.checkpoint(request.checkpoint).string());
    const uint64_t seen = state.counters.sequences;
    if (request.extend && train.sequences < seen)
      throw InputError(
          fmt::format("train.sequences: got {}; the run has seen {}, and no fewer are needed", train.sequences, seen));
    if (request.checkpoint == "previous") directory.fall_back();
    trim_after(directory.metrics(), seen);
    seconds_before = noted_seconds(directory.manifest(), seen).value_or(last_seconds(directory.metrics()));
    if (request.extend) {
      state.counters.stopped = 0;
      std::filesystem::remove(directory.result());  // first: a finished run would not go on
      write_atomically(directory.config(), config);
    }
  } else {
    std::filesystem::remove(directory.metrics());
    write_atomically(directory.config(), config);
    write_atomically(directory.manifest(),
                     manifest_json(train.seed, state.store().learned_count(), goal_of(*parts.task, state.model()),
                                   request.arguments, request.name));
  }
  Trainer trainer(request, directory, train, std::move(parts));
  if (!exists || request.extend) trainer.begin();
  const Outcome outcome = trainer.run(seconds_before);
  return {outcome, false, trainer.divergence()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
