#pragma once
// Groups of runs that belong together.

#include <string>
#include <vector>

#include "experiments/runs/run_summary.hpp"

namespace tapehead {

/// Runs of one experiment: equal in every option except those of not_a_difference.inc.
struct RunGroup {
  std::string name;                     ///< the user's, or what sets it apart from the others: "content, slots 64"
  std::vector<const RunSummary*> runs;  ///< borrowed
};

/// The options in which not all runs agree.
std::vector<std::string> differing_options(const std::vector<RunSummary>& runs);

/// The groups in order of first appearance, with the names that scripts/compare.py uses.
std::vector<RunGroup> group_runs(const std::vector<RunSummary>& runs);

}  // namespace tapehead
