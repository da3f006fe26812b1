#pragma once
// How the learning rate goes.

#include <cstdint>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

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
  double at(uint64_t sequences, uint64_t decaying) const;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
