#pragma once
// The order of a sweep's runs, whose directories are named by hashes.

#include <filesystem>
#include <vector>

namespace tapehead {

/// Run directories as they are, but for the points of a sweep: those come in the order of its points.csv, which is that
/// of the sweep file; scripts/tapehead_runs/identity.py says the same.
void put_in_sweep_order(std::vector<std::filesystem::path>& runs);

}  // namespace tapehead
