#pragma once
// How a command looks for answers that are said token by token.

#include <vector>

#include "experiments/options/configuration.hpp"
#include "models/speaking/generation.hpp"

namespace tapehead {

/// --beam, --length-normalisation, --most-tokens.
const std::vector<CommandOption>& search_options();

/// As they are typed, or greedy, up to 200 tokens. Throws InputError.
SearchSettings search_settings(const CommandLine& line);

/// The first of them that is typed, as it is typed; else empty.
std::string typed_search_option(const CommandLine& line);

}  // namespace tapehead
