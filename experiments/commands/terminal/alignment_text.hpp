#pragma once
// An alignment for people at a terminal.

#include <string>
#include <vector>

#include "experiments/batches/source_looks.hpp"

namespace tapehead {

/// The source across, what was said down, and how much was looked at each place in tenths: '.' for less than one, '*'
/// for all of it. said: a text for each step that was shown.
std::string alignment_text(const std::vector<std::string>& source, const std::vector<std::string>& said,
                           const SourceLooks& looks);

}  // namespace tapehead
