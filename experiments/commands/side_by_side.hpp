#pragma once
// Runs trained one beside the other, and what is said of each at its end.

#include <optional>
#include <vector>

#include "experiments/training/trainer.hpp"

namespace tapehead {

/// The run's result as one line, and its exit status.
int conclude(const RunRequest& request, const RunReport& report);

/// Deals the threads to the runs; the number of runs that are trained at once, which train_side_by_side() takes.
size_t deal_threads(const std::vector<RunRequest*>& runs, size_t threads);

/// Trains all runs; the worst exit status counts. `first`: what the first of them is made of, where it is made already.
int train_side_by_side(const std::vector<RunRequest*>& runs, size_t at_once, std::optional<RunParts> first = {});

}  // namespace tapehead
