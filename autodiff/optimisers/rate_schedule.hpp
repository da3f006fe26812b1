#pragma once
// The learning rate's schedule.

#include <cstdint>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

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
  double at(uint64_t sequences, uint64_t decaying) const;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
