#pragma once
// A run's result.json and manifest.json, read with checks: what the other functions take from them has the type and the
// range that the run wrote.

#include <filesystem>

#include "autodiff/files/json.hpp"

namespace tapehead {

/// A whole result.json. Throws InputError, which names the member, for a status, count or number that no run writes.
Json read_result(const std::filesystem::path& file);

/// A whole manifest.json, also of an earlier version. Throws as read_result().
Json read_manifest(const std::filesystem::path& file);

}  // namespace tapehead
