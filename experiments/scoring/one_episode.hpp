#pragma once
// The one episode that a person asks to see.

#include "experiments/scoring/trained_model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Makes `batch` episode `number` of a split, alone: that which eval scores, sizes and all; of Split::kShow one that
/// draws its own. Where episodes are stories, question `number`. Throws InputError for one that is not there.
void one_episode(const TrainedModel& trained, Split split, uint64_t number, Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
