#pragma once
// The general options: what is trained on what, and how.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/options/configuration.hpp"
#include "experiments/training/optimizer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class Clip { kNorm, kMatrix, kValue, kNone };

/// How the learning rate goes: at `first_rate` for `first_sequences`; then up in a line over `warm_up` sequences, and
/// down by `decay` every `decay_sequences` (smoothly, or in stairs), never below `floor` of the full rate.
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

/// How much of what a model is told it said is what it would have said: from nothing up to `share`, in a line over
/// `rise` sequences.
struct OwnWordsSchedule {
  double share;
  double rise;
  bool drawn;

  double at(uint64_t sequences) const {
    return rise > 0 ? share * std::min(1.0, static_cast<double>(sequences) / rise) : share;
  }
};

struct TrainSettings {
  /// `epoch`: episodes of the task's training set, 0 where it never ends. Throws InputError for epochs then.
  TrainSettings(const Settings& settings, size_t epoch);

  uint64_t seed;  ///< of weights and order: that of the settings, or one derived from it for a restart
  OptimizerSettings optimizer;
  RateSchedule rate;
  bool sum_gradients;  ///< of a batch; else their mean
  Clip clip;
  Real clip_at;
  double decay_below;   ///< validation goal, in its unit, at which the rate begins to fall; 0: from the start
  double weight_decay;  ///< share of a weight that an update takes away, times the rate
  double average;       ///< of the exponential moving average of the weights; 0: none
  OwnWordsSchedule own_words;
  bool gradient_variance;  ///< is measured
  uint64_t batch, sequences;
  uint64_t validate_every, validation_episodes;  ///< in sequences, episodes
  uint64_t final_episodes, checkpoint_every;     ///< in episodes, sequences
  double stop_below;                             ///< of the goal, in its unit; 0: never
  bool keep_last;                                ///< the last weights are the run's, not those of the best validation
  uint64_t patience;                             ///< validations in a row
  std::string init_from;                         ///< checkpoint file, run or trained model to start from, or empty
  std::string check;                             ///< as it was said; empty: none
  std::vector<std::pair<std::string, std::string>>
      check_options;   ///< on which a solved run must generalise, and values
  double check_below;  ///< wrong answers a sequence (Score::wrong)
  uint64_t check_episodes, restarts;
};

/// All that there can be in a configuration: the general options, and those of every part.
const Declarations& declarations();

}  // namespace tapehead::inline TAPEHEAD_REAL
