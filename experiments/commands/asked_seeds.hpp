#pragma once
// The seeds that were asked for in a directory, and not begun there: a training of several was interrupted before.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace tapehead {

/// Of the seeds that the calls named whose runs lie in `directory`, those without a directory of their own, in order.
/// Runs say by their manifests how they were called; one whose manifest cannot be read says nothing.
std::vector<uint64_t> unbegun_seeds(const std::filesystem::path& directory);

}  // namespace tapehead
