#pragma once
// Removal of runs.

#include <cstdint>
#include <filesystem>

namespace tapehead {

/// Throws InputError, with the reason, for a run that must stay: a process works on it, a sweep relies on it, it comes
/// with the program, or other runs lie in its directory.
void check_removable(const std::filesystem::path& run);

/// Bytes of all files in the run.
uint64_t bytes_in(const std::filesystem::path& run);

/// Removes the directory with its contents; of a link, the link alone. The run's row in the seeds table above it goes
/// too, as do parent directories left empty, up to `below`. Throws FileError.
void remove_run(const std::filesystem::path& run, const std::filesystem::path& below);

}  // namespace tapehead
