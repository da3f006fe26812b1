#pragma once
// The program's manual page, made from the rows of --help.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// A page in man(7); its lines do not depend on the machine that makes it.
std::string manual_page(const std::vector<Command>& commands);

}  // namespace tapehead
