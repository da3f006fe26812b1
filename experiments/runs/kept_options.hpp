#pragma once
// The options that a run was made with, read again.

#include <filesystem>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// The options in a run's config.ini. Throws InputError where it lacks those that every run has had from the first
/// version on: an empty or cut file would be taken for a run of defaults.
Layer kept_options(const std::filesystem::path& config);

}  // namespace tapehead
