#pragma once
// Completion scripts for shells, made from the rows of --help.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// For bash 4 or later; loaded by the package bash-completion, but independent of it.
std::string bash_completion(const std::vector<Command>& commands);

/// For zsh with compinit: saved as _tapehead in a directory of $fpath, or sourced.
std::string zsh_completion(const std::vector<Command>& commands);

}  // namespace tapehead
