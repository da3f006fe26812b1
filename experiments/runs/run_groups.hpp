#pragma once
// Which runs belong together.

#include <string>
#include <vector>

#include "experiments/runs/run_summary.hpp"

namespace tapehead {

/// Runs of one experiment: alike in every option but those of not_a_difference.inc.
struct RunGroup {
  std::string name;                     ///< what it has that others have not: "addressing=content memory.slots=64"
  std::vector<const RunSummary*> runs;  ///< borrowed
};

/// The options in which not all runs agree; without those of not_a_difference.inc unless `all` are asked for.
std::vector<std::string> differing_options(const std::vector<RunSummary>& runs, bool all = false);

/// In the order in which they first appear.
std::vector<RunGroup> group_runs(const std::vector<RunSummary>& runs);

}  // namespace tapehead
