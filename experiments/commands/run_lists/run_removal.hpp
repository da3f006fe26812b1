#pragma once
// Runs that are thrown away.

#include <cstdint>
#include <filesystem>

namespace tapehead {

/// Throws InputError where the run should not go, and why: a process is at it, a sweep counts on it, it comes with the
/// program, or other runs lie in its directory.
void check_removable(const std::filesystem::path& run);

/// Bytes of all files in it.
uint64_t bytes_in(const std::filesystem::path& run);

/// The directory with all that is in it; a link alone where the directory is one. The table of seeds above it has it no
/// longer, and what is left empty above it goes too, up to `below`. Throws FileError.
void remove_run(const std::filesystem::path& run, const std::filesystem::path& below);

}  // namespace tapehead
