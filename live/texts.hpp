#pragma once
// The texts of tokens.

#include <string>
#include <vector>

#include "tasks/batch/spec.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The name of each kind of token in a stream; empty where tokens are numbers.
std::vector<std::string> token_names(const Spec& spec, const StreamShape& stream);

}  // namespace tapehead::inline TAPEHEAD_REAL
