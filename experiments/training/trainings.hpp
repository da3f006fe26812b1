#pragma once
// The trainings in a directory: one, those of several seeds, or those of a sweep.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

/// The trainings at or below `path`, in natural order: run directories, and directories of restarts, which answer as
/// one. `path` itself where there is none: opening it gives the clearest error.
std::vector<std::filesystem::path> find_trainings(const std::filesystem::path& path);

/// The run to use: the directory itself, or of restarts the chosen one. Throws InputError as find_restarts() does, and
/// where the directory holds several trainings.
std::filesystem::path chosen_run(const std::filesystem::path& directory);

/// A run's name below the directory that was named: "seed-1", "points/3eb751eaf548"; the directory's own name where the
/// run is that directory.
std::string name_below(const std::filesystem::path& training, const std::filesystem::path& path);

/// Whether a sweep has stopped the run as worse than others: it is unfinished, and will stay so.
bool is_pruned(const std::filesystem::path& run);

/// The sweep that the run is a point of, else an empty path.
std::filesystem::path sweep_of(const std::filesystem::path& run);

/// Creates runs/NAME-N with the first N from 1 that is free, so that no other process takes it. Throws FileError.
std::filesystem::path new_run_directory(const std::string& name);

/// DIR/seed-N; of a directory those that hold a training and may be read, sorted by N.
std::filesystem::path seed_directory(const std::filesystem::path& directory, uint64_t seed);
std::vector<std::filesystem::path> seed_directories(const std::filesystem::path& directory);

}  // namespace tapehead
