#pragma once
// The option that chooses a task's split.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead {

/// eval, final, validation, train, test.
std::vector<std::string> split_names();

/// The split's name in split_names(); "show" for the one without.
std::string split_name(Split split);

/// The split of that name, "show" among them.
std::optional<Split> find_split(std::string_view name);

/// `--split`, one of split_names(); `otherwise` where it is not given.
Split split_option(const CommandLine& line, Split otherwise);

}  // namespace tapehead
