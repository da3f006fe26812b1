#pragma once
// What lies in a directory that somebody names: one training, or those of several seeds, or of a sweep.

#include <filesystem>
#include <vector>

namespace tapehead {

/// The trainings at or below `path`, in their natural order: run directories, and directories of restarts, which answer
/// as one. `path` itself where nothing of the kind lies there; whoever opens it says best what is wrong.
std::vector<std::filesystem::path> find_trainings(const std::filesystem::path& path);

/// The directory of the one run that is meant: itself, or of restarts the chosen one's. Throws InputError as
/// find_restarts() does, and where several trainings lie there.
std::filesystem::path chosen_run(const std::filesystem::path& directory);

/// A run's own name below the directory that was named: "seed-1", "points/3eb751eaf548"; the directory's where it is
/// the same.
std::string name_below(const std::filesystem::path& training, const std::filesystem::path& path);

/// Whether a sweep has stopped the run because it was worse than others: it is not finished, and not to be.
bool is_pruned(const std::filesystem::path& run);

/// The sweep a run is a point of, else an empty path.
std::filesystem::path sweep_of(const std::filesystem::path& run);

/// DIR/seed-N, by N.
std::filesystem::path seed_directory(const std::filesystem::path& directory, uint64_t seed);
std::vector<std::filesystem::path> seed_directories(const std::filesystem::path& directory);

}  // namespace tapehead
