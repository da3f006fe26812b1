#pragma once
// The values of a command's own options, as they are typed.

#include <string>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// The value of an own option that the command cannot do without. Throws InputError.
const std::string& required(const CommandLine& line, const std::string& option);

/// `--NAME` as an integer of at least 1, or `otherwise` where it is not given. Throws InputError.
size_t count_option(const CommandLine& line, const std::string& name, size_t otherwise);

/// `--threads`, or as many as there are cores. Throws InputError.
size_t threads_option(const CommandLine& line);

/// `--NAME` as an integer of at least 0, 0 where it is not given. Throws InputError.
size_t index_option(const CommandLine& line, const std::string& name);

/// Standard output is for one thing: throws InputError for `--csv -` beside `--json`.
void refuse_two_outputs(const CommandLine& line);

/// `--NAME` as a number from `low` to `high`, or `otherwise`. Throws InputError.
double real_option(const CommandLine& line, const std::string& name, double low, double high, double otherwise);

}  // namespace tapehead
