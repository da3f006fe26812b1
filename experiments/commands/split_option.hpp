#pragma once
// Which of a task's splits a command looks at.

#include <string>
#include <vector>

#include "autodiff/base/random.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead {

/// eval, final, validation, train, test.
std::vector<std::string> split_names();

/// Its name there; "show" for the one that has none.
std::string split_name(Split split);

/// `--split`, one of split_names(), or `otherwise` where it is not given.
Split split_option(const CommandLine& line, Split otherwise);

}  // namespace tapehead
