#pragma once
// The general options: what is trained on what, and how.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/optimisers/clip.hpp"
#include "autodiff/optimisers/rate_schedule.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How much of what a model is told it said is what it would have said: from nothing up to `share`, in a line over
/// `rise` sequences.
struct SamplingSchedule {
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
  RateSchedule rate;
  bool sum_gradients;  ///< of a batch; else their mean
  Clip clip;
  Real clip_at;
  double decay_below;   ///< validation goal, in bits, at which the rate begins to fall; 0: from the start
  double weight_decay;  ///< share of a weight that an update takes away, times the rate
  double average;       ///< of the exponential moving average of the weights; 0: none
  SamplingSchedule scheduled_sampling;
  bool gradient_variance;  ///< is measured
  uint64_t batch, sequences;
  uint64_t validate_every, validation_episodes;  ///< in sequences, episodes
  uint64_t final_episodes, checkpoint_every;     ///< in episodes, sequences
  double stop_below;                             ///< bits; 0: never
  bool keep_last;                                ///< the last weights are the run's, not those of the best validation
  uint64_t patience;                             ///< validations in a row
  std::string init_from;                         ///< checkpoint file, run or trained model to start from, or empty
  std::string check;                             ///< as it was said; empty: none
  std::vector<std::pair<std::string, std::string>>
      check_options;   ///< on which a solved run must generalise, and values
  double check_below;  ///< wrong bits a sequence
  uint64_t check_episodes, restarts;
};

/// All that there can be in a configuration: the general options, and those of every part.
const Declarations& declarations();

}  // namespace tapehead::inline TAPEHEAD_REAL
