#pragma once
// How the learning rate goes.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tapehead {

/// At `first_rate` for `first_sequences`; then up in a line over `warm_up` sequences, and down by `decay` every
/// `decay_sequences` (smoothly, or in stairs), never below `floor` of the full rate.
struct RateSchedule {
  double rate;
  double warm_up;  ///< sequences
  double decay;    ///< factor a decay_sequences
  double decay_sequences;
  double floor;  ///< share of `rate`
  bool stairs = false;
  uint64_t first_sequences = 0;
  double first_rate = 0;

  /// `sequences` seen before the update, `decaying` of them since the rate began to fall. A function of what was seen
  /// alone: extending a run does not change its past.
  double at(uint64_t sequences, uint64_t decaying) const {
    if (sequences < first_sequences) return first_rate > 0 ? first_rate : rate;
    sequences -= first_sequences;
    if (first_sequences > 0) decaying = std::min(decaying, sequences);
    const double rise = warm_up > 0 ? std::min(1.0, (static_cast<double>(sequences) + 1) / warm_up) : 1;
    const double falls = static_cast<double>(decaying) / decay_sequences;
    return rate * rise * std::max(floor, std::pow(decay, stairs ? std::floor(falls) : falls));
  }
};

}  // namespace tapehead
