#pragma once
// A sequence of bit vectors as text: a row a channel, a column a step.

#include <string>

#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Inputs, targets (scored cells only) and, where not null, answers (outputs×steps, probabilities), each under a title.
std::string bits_picture(const Batch& batch, size_t episode, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
