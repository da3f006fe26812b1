#pragma once
// Restarts (train --restarts): several trainings of one configuration on the same data from different starting weights,
// in DIR/restart-N. DIR/restarts.csv has a row for each from the start.

#include <filesystem>
#include <vector>

namespace tapehead {

inline constexpr size_t kMostRestarts = 1000;

/// The directory of restart `number`, from 1.
std::filesystem::path restart_directory(const std::filesystem::path& directory, size_t number);

/// The number of restarts in a directory: of its table, without one those that exist; 0: none.
size_t count_restarts(const std::filesystem::path& directory);

/// Throws InputError where the directory cannot take that many restarts (0: one run): it holds either one run or its
/// restarts, and never fewer than it had; it lies within no other run, and holds no runs of seeds.
void check_run_directory(const std::filesystem::path& directory, size_t restarts);

/// The restarts that did not diverge, by number; none where the directory holds no restarts. Throws InputError where
/// one is unfinished, or all have diverged.
std::vector<std::filesystem::path> find_restarts(const std::filesystem::path& directory);

/// The index in `restarts`, all finished, of the one with the least training error; among equals, of the one with the
/// least training cost.
size_t choose_restart(const std::vector<std::filesystem::path>& restarts);

/// Writes DIR/restarts.csv: a row per restart, with the values it is chosen by. One is chosen once all are finished.
void write_restarts(const std::filesystem::path& directory, size_t count);

}  // namespace tapehead
