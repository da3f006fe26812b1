#pragma once
// A sequence of bit vectors as text: a row a channel, a column a step.

#include <string>
#include <vector>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Names for the last input and output channels; the others have numbers.
struct ChannelNames {
  std::vector<std::string> inputs, outputs;
};

/// Inputs, targets (scored cells only) and, where not null, answers (outputs×steps, probabilities), each under a title.
/// A cell is full above ½, half above 0, a dot at 0 and a bar below.
std::string shown_bits(const Batch& batch, size_t episode, const Real* answers, const ChannelNames& names = {});

/// The same of any vectors: where an input is neither 0 nor 1, a table with a row a step instead.
std::string shown_vectors(const Batch& batch, size_t episode, const Real* answers);

}  // namespace tapehead::inline TAPEHEAD_REAL
