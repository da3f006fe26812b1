#pragma once
// The parts of a run.

#include <memory>

#include "experiments/options/configuration.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/training_state.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Making it finds every fault in the options; it writes nothing.
struct RunParts {
  /// For training with that many threads. Throws InputError for faults in the options, and where the memory does not
  /// suffice.
  RunParts(const Configuration& configuration, size_t threads);

  std::unique_ptr<Task> task, check_task;
  TrainSettings train;
  std::unique_ptr<TrainingState> state;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
