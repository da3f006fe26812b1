#pragma once
// An episode of tokens and classes as a person reads it.

#include <string>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Lines "inputs", "targets" and, where there are `answers` (outputs×steps, probabilities; may be null), "answers": a
/// column a step, by the task's names. "·" is a silent step, "-" one without a target.
std::string shown_tokens(const Task& task, const Batch& batch, size_t episode, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
