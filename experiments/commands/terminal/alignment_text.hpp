#pragma once
// An alignment for people at a terminal.

#include <string>
#include <vector>

#include "experiments/batches/source_looks.hpp"

namespace tapehead {

/// Source positions across, answer steps down; each cell is an attention weight in tenths: '.' for less than one, '*'
/// for all of it. said: a text for each step shown.
std::string alignment_text(const std::vector<std::string>& source, const std::vector<std::string>& said,
                           const SourceLooks& looks);

}  // namespace tapehead
