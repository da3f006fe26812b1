#pragma once
// The program as a function, for main() and for a Python interpreter: finds the sub-command, and turns errors into one
// line and an exit status.

#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

inline constexpr std::string_view kNoMemory =
    "tapehead: memory: more is needed than this machine has; choose smaller sizes\n";

/// Runs the command that the arguments name, the program's own name not among them; gives its exit status. Standard
/// output and error are settled from now on (settle_standard_streams()). An exception that is none of ours passes.
int run_program(const std::vector<std::string>& arguments);

}  // namespace tapehead
