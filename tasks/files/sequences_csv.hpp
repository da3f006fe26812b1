#pragma once
// Reads sequences from a CSV file (docs/own-sequences.md).

#include <cstddef>
#include <string>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Episodes one after the other, the cells of a step side by side.
struct Sequences {
  size_t features = 0, outputs = 0;
  std::vector<Real> inputs;         ///< features×steps
  std::vector<Real> targets, mask;  ///< outputs×steps; mask: 1 where the file has a target, else 0
  std::vector<size_t> begins{0};    ///< the first step of each episode, then the end of the last

  size_t episodes() const { return begins.size() - 1; }
  size_t steps(size_t episode) const { return begins[episode + 1] - begins[episode]; }
};

/// The sequences in `text`; `name` names it in errors. Each episode must have a target. Throws InputError: `mine.csv:7:
/// out.2 is "1.5"; a target from 0 to 1 is needed`.
Sequences parse_sequences(const std::string& name, std::string text);

/// The sequences of the file at `path`. Throws InputError as parse_sequences() does, and where it cannot be read.
Sequences read_sequences(const std::string& path);

}  // namespace tapehead::inline TAPEHEAD_REAL
