#include <cstdio>

#include "experiments/commands/command.hpp"
#include "experiments/commands/manual_page.hpp"

namespace tapehead {

int man_command(const CommandLine&, const std::vector<std::string>&) {
  std::fputs(manual_page().c_str(), stdout);
  return kDone;
}

}  // namespace tapehead
