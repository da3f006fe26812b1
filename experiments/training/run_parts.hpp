#pragma once
// What a run is made of.

#include <memory>

#include "experiments/options/configuration.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/training_state.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// All that its options can get wrong is found in making it, and nothing is written.
struct RunParts {
  /// For training with so many threads. Throws InputError for what the options get wrong, and where there is not memory
  /// enough.
  RunParts(const Configuration& configuration, size_t threads);

  std::unique_ptr<Task> task, check_task;
  TrainSettings train;
  std::unique_ptr<TrainingState> state;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
