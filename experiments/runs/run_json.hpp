#pragma once
// A run's result.json and manifest.json, read with checks: what the other functions take from them has the type and the
// range that the run wrote.

#include <cstddef>
#include <filesystem>
#include <string>

#include "autodiff/files/json.hpp"

namespace tapehead {

/// What note_trained() records in a manifest.
inline constexpr const char *kTrainedSequences = "trained_sequences", *kTrainedSeconds = "trained_seconds";

inline constexpr size_t kLongestName = 80;  // bytes

inline constexpr double kMostSeconds = 1e9;  // thirty years: no run takes longer

/// Whether a name of a run's group is not empty, has no control characters, is not too long, and UTF-8.
bool is_run_name(const std::string& name);

/// A whole result.json. Throws InputError, which names the member, for a status, count or number that no run writes.
Json read_result(const std::filesystem::path& file);

/// A whole manifest.json, also of an earlier version. Throws as read_result().
Json read_manifest(const std::filesystem::path& file);

}  // namespace tapehead
