#pragma once
// Several trainings of one configuration from other starting weights on the same data (train --restarts):
// DIR/restart-N.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

/// Where restart `number` lies in `directory`.
std::filesystem::path restart_directory(const std::filesystem::path& directory, size_t number);

/// The restarts that lie in a directory, by their number, but those that diverged; none where it holds no such runs.
std::vector<std::filesystem::path> find_restarts(const std::filesystem::path& directory);

/// The one with the least training error, of several the one with the least training cost; its place in `restarts`.
/// Throws InputError where one is not finished.
size_t choose_restart(const std::vector<std::filesystem::path>& restarts);

/// Writes DIR/restarts.csv: a row for each finished restart, with what it is chosen by and whether it is.
void write_restarts(const std::filesystem::path& directory);

}  // namespace tapehead
