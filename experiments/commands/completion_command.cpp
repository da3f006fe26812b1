#include <cstdio>

#include "experiments/commands/command.hpp"
#include "experiments/commands/completions.hpp"

namespace tapehead {

int completion_command(const CommandLine& line, const std::vector<std::string>&) {
  std::fputs((line.positionals[0] == "bash" ? bash_completion() : zsh_completion()).c_str(), stdout);
  return kDone;
}

}  // namespace tapehead
