#pragma once
// Which of a task's splits a command looks at.

#include "autodiff/random.hpp"
#include "experiments/configuration.hpp"

namespace tapehead {

/// `--split`, or `otherwise` where it is not given: eval, final, validation, train or test. Throws InputError for
/// another name.
Split split_option(const CommandLine& line, Split otherwise);

}  // namespace tapehead
