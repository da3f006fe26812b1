#include "experiments/training/run_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::unique_ptr<Task> make_check_task(const Configuration& configuration, const TrainSettings& train,
                                      const Spec& spec) {
  if (train.check.empty()) return nullptr;
  const std::string where = fmt::format("train.check: {}: ", train.check);
  const Configuration asked = with_overrides(configuration, train.check_options, "train.check");
  for (const auto& [option, value] : train.check_options)
    if (!option.starts_with("task."))
      throw InputError(fmt::format("{}{} is no option of the task; one such as task.length is needed", where, option));
  auto task = make_task(asked.settings);
  if (task->spec().features() != spec.features() || task->spec().outputs() != spec.outputs())
    throw InputError(where + "changes the width of inputs or outputs; one that the same model can answer is needed");
  return task;
}

void check_curriculum(const Settings& settings, const Task& task) {
  const std::string& curriculum = settings.text("train.curriculum");
  if (curriculum != "none" && !task.has_sizes())
    throw InputError("train.curriculum: got " + curriculum + "; the task's sizes are fixed, and none is needed");
}

/// The settings with which attempts take turns with the run's own.
std::vector<AttemptSettings> other_attempts(const Configuration& configuration, const TrainSettings& train,
                                            const Task& task) {
  constexpr std::array kParts = {"train.batch",         "train.sequences",  "train.curriculum", "train.optimizer",
                                 "train.learning-rate", "train.momentum",   "train.clip",       "train.decay",
                                 "train.plateau",       "train.stop-below", "controller.noise", "controller.dropout"};
  std::vector<AttemptSettings> others;
  for (const auto& options : train.other_options) {
    const Settings settings = with_overrides(configuration, options, "train.other-attempts").settings;
    for (const auto& [option, value] : options)
      if (std::none_of(kParts.begin(), kParts.end(),
                       [&option = option](const char* part) { return option.starts_with(part); }))
        throw InputError(
            fmt::format("train.other-attempts: {}: {} is the same in all attempts; options named {} are not",
                        train.other_attempts, option, fmt::join(kParts, "…, ")));
    check_curriculum(settings, task);
    others.push_back({settings, TrainSettings(settings, task.spec().epoch)});
  }
  return others;
}

/// The checkpoint to start from: a file, or the best one of a run or trained model.
std::filesystem::path first_checkpoint(const std::string& typed) {
  const std::filesystem::path place = find_run(typed).directory;
  if (!std::filesystem::is_directory(place)) return place;
  return RunDirectory(chosen_run(place)).checkpoint("best");
}

/// Checks attempts with these settings: that a batch is divided where parts of it are asked for, and the memory of the
/// largest batch that training is certain to reach (later stages of a curriculum may never be) and of the scoring in
/// between.
void check_attempts(const Settings& settings, const TrainSettings& train, const RunParts& parts, size_t threads) {
  if (const size_t shard = shard_size(parts.state->model(), train.batch);
      train.gradient_variance && train.batch <= shard)
    throw InputError(fmt::format(
        "train.gradient-variance: got true, and train.batch {}, which is not divided; {} or more are needed "
        "for it",
        train.batch, kLeastDivided));
  const CheckedRun run{settings, parts.state->model(), *parts.task};
  const auto curriculum = make_curriculum(settings);
  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  check_training_memory(run, train, curriculum->next(draw, 0, curriculum->start()), threads);
  check_scoring_memory(run, train.seed, Split::kValidation, train.validation_episodes, threads);
}

}  // namespace

RunParts::RunParts(const Configuration& configuration, size_t threads)
    : task(make_task(configuration.settings)), train(configuration.settings, task->spec().epoch) {
  const FlushDenormals flush;  // as in training
  check_curriculum(configuration.settings, *task);
  if (train.scheduled_sampling.share > 0 && !task->spec().says() && !task->reacts())
    throw InputError(fmt::format("train.scheduled-sampling: got {}; {} says nothing that comes back, and 0 is needed",
                                 train.scheduled_sampling.share, configuration.settings.text("task")));
  check_task = make_check_task(configuration, train, task->spec());
  const auto others = other_attempts(configuration, train, *task);
  state = std::make_unique<TrainingState>(configuration.settings, train, task->spec(), others);
  check_attempts(configuration.settings, train, *this, threads);
  for (const AttemptSettings& other : others) check_attempts(other.settings, other.train, *this, threads);
  if (train.init_from.empty()) return;
  if (train.restarts > 0)
    throw InputError("train.init-from: got " + train.init_from + ", and train.restarts " +
                     std::to_string(train.restarts) + "; a restart draws new parameters, 0 restarts are needed");
  const std::filesystem::path first = first_checkpoint(train.init_from);
  state->parameters_from_file(read_safetensors(first), first.string());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
