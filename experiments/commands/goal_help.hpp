#pragma once
// A task's goal, for `--help`.

#include <string>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// What a run of these options stops and chooses by, with its unit; where the options make no run (a file is missing),
/// why the goal is not known.
std::string goal_help(const CommandLine& line);

}  // namespace tapehead
