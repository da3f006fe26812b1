#pragma once
// Runs trained one beside the other, and what is said of each at its end.

#include <vector>

#include "experiments/training/trainer.hpp"

namespace tapehead {

/// The run's result as one line, and its exit status.
int conclude(const RunRequest& request, const RunReport& report);

/// Trains all runs, as many at once as there are threads; the worst exit status counts.
int train_side_by_side(std::vector<RunRequest*> runs, size_t threads);

}  // namespace tapehead
