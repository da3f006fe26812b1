#pragma once
// The one episode that a person asks to see.

#include "experiments/scoring/trained_model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Throws InputError for a split that the task does not have, and for the number of an episode beyond a finite one's
/// last; training goes through its episodes again and again.
void check_episode(const Task& task, Split split, uint64_t number);

/// Fills `batch` with episode `number` of a split alone, with the same sizes as eval scores it; one of Split::kShow
/// draws its own sizes. Where episodes are stories, `number` counts questions. Throws InputError where there is no such
/// episode.
void one_episode(const TrainedModel& trained, Split split, uint64_t number, Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
