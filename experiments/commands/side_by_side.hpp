#pragma once
// Runs trained side by side, and what is printed at the end of each.

#include <optional>
#include <vector>

#include "experiments/training/trainer.hpp"

namespace tapehead {

/// Prints the run's result as one line; gives its exit status.
int conclude(const RunRequest& request, const RunReport& report);

/// Divides the threads among the runs; gives how many runs train at once, for train_side_by_side().
size_t deal_threads(const std::vector<RunRequest*>& runs, size_t threads);

/// Trains all runs and gives the worst exit status. `first`: the parts of the first run, where they are made already.
int train_side_by_side(const std::vector<RunRequest*>& runs, size_t at_once, std::optional<RunParts> first = {});

}  // namespace tapehead
