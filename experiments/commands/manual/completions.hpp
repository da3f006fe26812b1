#pragma once
// Shell scripts that complete the program's command lines, made from the rows that --help is made from.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// For bash 4 or later; the package bash-completion loads it, and it works without.
std::string bash_completion(const std::vector<Command>& commands);

/// For zsh with compinit: a file of that text called _tapehead, in a directory of $fpath, or the text sourced.
std::string zsh_completion(const std::vector<Command>& commands);

}  // namespace tapehead
