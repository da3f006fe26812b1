#include "experiments/training/run_parts.hpp"

#include <fmt/format.h>

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
  for (const auto& [option, value] : train.check_options)
    if (!option.starts_with("task."))
      throw InputError(fmt::format("{}{} is no option of the task; one such as task.length is needed", where, option));
  auto task = make_task(with_overrides(configuration, train.check_options).settings);
  if (task->spec().features() != spec.features() || task->spec().outputs() != spec.outputs())
    throw InputError(where + "changes the width of inputs or outputs; one that the same model can answer is needed");
  return task;
}

/// The checkpoint to start from: a file, or the best one of a run or trained model.
std::filesystem::path first_checkpoint(const std::string& typed) {
  const std::filesystem::path place = find_run(typed).directory;
  if (!std::filesystem::is_directory(place)) return place;
  return RunDirectory(chosen_run(place)).checkpoint("best");
}

/// Checks the largest batch that training is certain to reach (later stages of a curriculum may never be), and the
/// scoring in between.
void check_memory(const Configuration& configuration, const RunParts& parts, size_t threads) {
  const Settings& settings = configuration.settings;
  const TrainSettings& train = parts.train;
  const CheckedRun run{settings, parts.state->model(), *parts.task};
  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  check_training_memory(run, train, make_curriculum(settings)->next(draw, 0, parts.state->curriculum), threads);
  check_scoring_memory(run, train.seed, Split::kValidation, train.validation_episodes, threads);
}

}  // namespace

RunParts::RunParts(const Configuration& configuration, size_t threads)
    : task(make_task(configuration.settings)), train(configuration.settings, task->spec().epoch) {
  const FlushDenormals flush;  // as in training
  const std::string& curriculum = configuration.settings.text("train.curriculum");
  if (curriculum != "none" && !task->has_sizes())
    throw InputError("train.curriculum: got " + curriculum + "; the task's sizes are fixed, and none is needed");
  if (train.scheduled_sampling.share > 0 && !task->spec().says() && !task->reacts())
    throw InputError(fmt::format("train.scheduled-sampling: got {}; {} says nothing that comes back, and 0 is needed",
                                 train.scheduled_sampling.share, configuration.settings.text("task")));
  check_task = make_check_task(configuration, train, task->spec());
  state = std::make_unique<TrainingState>(configuration.settings, train, task->spec());
  if (const size_t shard = shard_size(state->model(), train.batch); train.gradient_variance && train.batch <= shard)
    throw InputError(
        fmt::format("train.gradient-variance: got true, and train.batch {}, which is not divided; {} or "
                    "more are needed for it",
                    train.batch, shard + 1));
  check_memory(configuration, *this, threads);
  if (train.init_from.empty()) return;
  if (train.restarts > 0)
    throw InputError("train.init-from: got " + train.init_from + ", and train.restarts " +
                     std::to_string(train.restarts) + "; a restart draws new parameters, 0 restarts are needed");
  const std::filesystem::path first = first_checkpoint(train.init_from);
  state->parameters_from_file(read_safetensors(first), first.string());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
