#pragma once
// Memory checks before a run begins: without them a run too large would be killed midway.

#include "catalogue/options/settings.hpp"
#include "experiments/training/train_settings.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What is to run, and what its errors name.
struct CheckedRun {
  const Settings& settings;
  const Model& model;
  const Task& task;
};

/// Checks training on the largest batches that `reach` allows, with so many threads. Throws InputError, with the sum,
/// where even the model's own estimate (Model::footprint()) alone exceeds memory_limit().
void check_training_memory(const CheckedRun& run, const TrainSettings& train, Reach reach, size_t threads);

/// Checks scoring of that many episodes of a split; the first ones stand for all.
void check_scoring_memory(const CheckedRun& run, uint64_t seed, Split split, uint64_t episodes, size_t threads);

/// Checks a forward pass through one episode that keeps all steps, as a trace needs it, and shows so many bytes of
/// each.
void check_tracing_memory(const CheckedRun& run, const Batch& batch, size_t shown);

}  // namespace tapehead::inline TAPEHEAD_REAL
