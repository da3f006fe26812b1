#pragma once
// Whether there is memory enough, asked before anything begins: what is refused here would end in the middle, killed.

#include "catalogue/options/settings.hpp"
#include "experiments/training/train_settings.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What is to be run, and what its errors name.
struct CheckedRun {
  const Settings& settings;
  const Model& model;
  const Task& task;
};

/// Training on batches with sizes as large as `reach` lets them be, on so many threads. Throws InputError, with the
/// sum, where that takes more than memory_limit() even by what the model says of itself (Model::footprint()) alone.
void check_training_memory(const CheckedRun& run, const TrainSettings& train, Reach reach, size_t threads);

/// Scoring so many of a split's episodes, as the first of them are.
void check_scoring_memory(const CheckedRun& run, uint64_t seed, Split split, uint64_t episodes, size_t threads);

/// Going forward through one episode with all its steps kept, for who looks inside.
void check_tracing_memory(const CheckedRun& run, const Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
