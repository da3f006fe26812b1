#pragma once
// Several trainings of one configuration from other starting weights on the same data (train --restarts):
// DIR/restart-N, and DIR/restarts.csv, which has a row for each of them from the start.

#include <filesystem>
#include <vector>

namespace tapehead {

inline constexpr size_t kMostRestarts = 1000;

/// Where restart `number`, from 1, lies in `directory`.
std::filesystem::path restart_directory(const std::filesystem::path& directory, size_t number);

/// How many restarts a directory is to hold, or without a table of them does; 0: it holds none.
size_t count_restarts(const std::filesystem::path& directory);

/// Those that did not diverge, by their number; none where the directory holds no restarts. Throws InputError where one
/// is not finished, or all have diverged.
std::vector<std::filesystem::path> find_restarts(const std::filesystem::path& directory);

/// The one with the least training error, of several the one with the least training cost; its place in `restarts`,
/// which are finished.
size_t choose_restart(const std::vector<std::filesystem::path>& restarts);

/// Writes DIR/restarts.csv: a row for each of so many restarts, with what it is chosen by; one is chosen once all are
/// finished.
void write_restarts(const std::filesystem::path& directory, size_t count);

}  // namespace tapehead
