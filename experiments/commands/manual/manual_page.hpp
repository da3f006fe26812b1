#pragma once
// The program's manual page, made from the rows that --help is made from.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// In the language man(7). It has no line that depends on the machine it is made on.
std::string manual_page(const std::vector<Command>& commands);

}  // namespace tapehead
