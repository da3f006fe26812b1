#include <cstdio>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/manual/manual_page.hpp"

namespace tapehead {

int man_command(const CommandLine&, const std::vector<std::string>&) {
  std::fputs(manual_page(commands()).c_str(), stdout);
  return kDone;
}

}  // namespace tapehead
