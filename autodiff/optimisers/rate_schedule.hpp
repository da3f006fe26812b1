#pragma once
// The learning rate's schedule.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tapehead {

/// `first_rate` for `first_sequences`; then a linear warm-up over `warm_up` sequences, and decay by the factor `decay`
/// every `decay_sequences` (smoothly, or in stairs), never below `floor` of the full rate.
struct RateSchedule {
  double rate;
  double warm_up;  ///< sequences
  double decay;    ///< factor for each decay_sequences
  double decay_sequences;
  double floor;  ///< as a share of `rate`
  bool stairs = false;
  uint64_t first_sequences = 0;
  double first_rate = 0;

  /// The learning rate after `sequences` sequences, `decaying` of them since the decay began. It depends on those
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
