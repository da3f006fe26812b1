#pragma once
// The general options: what is trained on what, and how.

#include <string>

#include "experiments/configuration.hpp"
#include "experiments/optimizer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Clip { kNorm, kValue, kNone };

/// How the learning rate goes: up in a line over `warm_up` sequences, then down by `decay` every `decay_sequences`
/// (smoothly), never below `floor` of the full rate.
struct RateSchedule {
  double rate;
  double warm_up;  ///< sequences
  double decay;    ///< factor a decay_sequences
  double decay_sequences;
  double floor;  ///< share of `rate`

  /// `sequences` seen before the update, `decaying` of them since the rate began to fall. A function of what was seen
  /// alone: extending a run does not change its past.
  double at(uint64_t sequences, uint64_t decaying) const;
};

struct TrainSettings {
  explicit TrainSettings(const Settings& settings);

  uint64_t seed;
  OptimizerSettings optimizer;
  RateSchedule rate;
  Clip clip;
  Real clip_at;
  double decay_below;   ///< validation goal, in bits, at which the rate begins to fall; 0: from the start
  double weight_decay;  ///< share of a weight that an update takes away, times the rate
  double average;       ///< of the exponential moving average of the weights; 0: none
  uint64_t batch, sequences;
  uint64_t validate_every, validation_episodes, checkpoint_every;  ///< in sequences, episodes, sequences
  double stop_below;                                               ///< bits; 0: never
  uint64_t patience;                                               ///< validations in a row
  std::string init_from;                                           ///< checkpoint file to start from, or empty
  std::string check_option, check_value;  ///< the setting on which a solved run must generalise; empty: none
  double check_below;                     ///< wrong bits a sequence
  uint64_t check_episodes, restarts;
};

/// All that there can be in a configuration: the general options, and those of every part.
const Declarations& declarations();

}  // namespace tapehead::inline TAPEHEAD_REAL
