#pragma once
// Options of the search for answers that are said token by token.

#include <vector>

#include "experiments/options/configuration.hpp"
#include "models/speaking/generation.hpp"

namespace tapehead {

/// --beam, --length-normalisation, --most-tokens.
const std::vector<CommandOption>& search_options();

/// The settings as typed; by default greedy, up to 200 tokens. Throws InputError.
SearchSettings search_settings(const CommandLine& line);

/// The first search option on the command line, as typed; else empty.
std::string typed_search_option(const CommandLine& line);

}  // namespace tapehead
