#pragma once
// The order of a sweep's runs, whose directories are named by hashes.

#include <filesystem>
#include <vector>

namespace tapehead {

/// Sorts the points of a sweep among the run directories as in its points.csv, the order of the sweep file; the others
/// stay. python/tapehead/runs/identity.py has the same rule.
void put_in_sweep_order(std::vector<std::filesystem::path>& runs);

}  // namespace tapehead
