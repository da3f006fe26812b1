#pragma once
// Tokens as a person reads them.

#include <string>
#include <vector>

#include "tasks/batch/spec.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What each kind of token of a stream is called; empty: they are numbers.
std::vector<std::string> token_names(const Spec& spec, const StreamShape& stream);

}  // namespace tapehead::inline TAPEHEAD_REAL
