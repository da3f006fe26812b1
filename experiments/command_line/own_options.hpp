#pragma once
// The values of a command's own options, as typed.

#include <string>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// The value of an own option that the command requires. Throws InputError.
const std::string& required(const CommandLine& line, const std::string& option);

/// `--NAME` as an integer of at least 1; `otherwise` where it is not given. Throws InputError.
size_t count_option(const CommandLine& line, const std::string& name, size_t otherwise);

/// `--threads`, by default the number of cores. Throws InputError.
size_t threads_option(const CommandLine& line);

/// `--NAME` as an integer of at least 0; 0 where it is not given. Throws InputError.
size_t index_option(const CommandLine& line, const std::string& name);

/// Throws InputError for `--csv -` beside `--json`: standard output takes only one of them.
void refuse_two_outputs(const CommandLine& line);

/// `--NAME` as a number from `low` to `high`; `otherwise` where it is not given. Throws InputError.
double real_option(const CommandLine& line, const std::string& name, double low, double high, double otherwise);

}  // namespace tapehead
