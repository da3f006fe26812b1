#pragma once
// An episode of a task that has no view of its own.

#include <string>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// As a person reads it: bits and vectors as those of the built-in tasks, tokens and classes in a table with a row a
/// step. `answers`: outputs×steps, probabilities, or null.
std::string shown_episode(const Batch& batch, size_t episode, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
