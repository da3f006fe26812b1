#pragma once
// A run small enough for a test, from options as in a file.

#include <memory>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/training_state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// `more`: an INI text that overrides the tiny run's own settings.
inline Configuration tiny_configuration(const std::string& more = "") {
  const std::string own =
      "task.bits = 3\ntask.max-length = 4\ncontroller.size = 6\nmemory.slots = 8\nmemory.width = 4\n"
      "train.sequences = 60\ntrain.validate-every = 20\ntrain.validation-episodes = 10\ntrain.checkpoint-every = 20\n";
  return resolve(declarations(), {ini_layer("tiny", own), ini_layer("test", more)});
}

/// Everything that one training step needs.
struct TinyRun {
  explicit TinyRun(const std::string& more = "")
      : configuration(tiny_configuration(more)),
        task(make_task(configuration.settings)),
        train(configuration.settings, task->spec().epoch),
        state(configuration.settings, train, task->spec()) {}

  Shape shape(uint64_t batch) const {
    Stream draw(train.seed, Split::kTrain, Purpose::kShape, batch);
    return task->shape(draw, {});
  }

  /// The gradient of batch number `batch` with `threads`, and the loss behind it.
  std::vector<Real> gradient(size_t threads, uint64_t batch, size_t shard = 4) {
    Workers workers(threads);
    BatchGradient gradients(workers, state.store().size(), shard);
    std::vector<Real> all(state.store().size());
    const double loss =
        gradients.compute(state.model(), state.store(), *task,
                          {train.seed, Split::kTrain, batch * train.batch, train.batch}, shape(batch), all);
    all.push_back(static_cast<Real>(loss));
    return all;
  }

  Configuration configuration;
  std::unique_ptr<Task> task;
  TrainSettings train;
  TrainingState state;
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
