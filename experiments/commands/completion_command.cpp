#include <cstdio>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/manual/completions.hpp"

namespace tapehead {

int completion_command(const CommandLine& line, const std::vector<std::string>&) {
  std::fputs((line.positionals[0] == "bash" ? bash_completion(commands()) : zsh_completion(commands())).c_str(),
             stdout);
  return kDone;
}

}  // namespace tapehead
