#pragma once
// The files that a command is told to write.

#include <vector>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// Throws InputError where an option that writes a file names nothing, a directory, or a file that a run keeps itself
/// (RunDirectory::keeps), which would be lost, since the new file takes the name.
void check_outputs(const std::vector<CommandOption>& own, const CommandLine& line);

}  // namespace tapehead
