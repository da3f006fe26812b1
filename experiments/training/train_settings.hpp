#pragma once
// The general options: settings of training.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/optimisers/clip.hpp"
#include "autodiff/optimisers/rate_schedule.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead {

/// The share of a model's fed-back answer tokens that are replaced by its own: rises linearly from 0 to `share` over
/// `rise` sequences.
struct SamplingSchedule {
  double share = 0;
  double rise = 0;
  bool drawn = false;

  double at(uint64_t sequences) const {
    return rise > 0 ? share * std::min(1.0, static_cast<double>(sequences) / rise) : share;
  }
};

struct TrainSettings {
  TrainSettings() = default;
  /// `epoch`: episodes of the task's training set; 0: endless, and epochs are then an InputError.
  TrainSettings(const Settings& settings, size_t epoch);

  uint64_t seed = 1;     ///< of weights and order: the settings' seed, or one derived from it for a restart
  uint64_t restart = 0;  ///< its number; 0: not a restart
  RateSchedule rate = {1e-4, 0, 1, 10000, 0};
  bool sum_gradients = false;  ///< of a batch; else the mean
  Clip clip = Clip::kNorm;
  double clip_at = 10;
  Real label_smoothing = 0;  ///< GradientSettings::label_smoothing
  /// GradientSettings::flows_cut_at
  Real flows_cut_at() const { return clip == Clip::kFlow ? static_cast<Real>(clip_at) : 0; }
  double decay_below = 0;       ///< validation goal, in its unit, at which the rate begins to fall; 0: from the start
  double settle_below = 0;      ///< validation goal, in its unit, at which training settles; 0: from the start
  double settle_sequences = 1;  ///< over which it settles
  double weight_decay = 0;      ///< share of a weight that an update removes, times the rate
  double average = 0;           ///< decay of the exponential moving average of the weights; 0: none
  SamplingSchedule scheduled_sampling;
  bool gradient_variance = false;  ///< measure it
  uint64_t batch = 1, sequences = 100000;
  uint64_t validate_every = 1000, validation_episodes = 500;  ///< in sequences; in episodes
  uint64_t final_episodes = 1000, checkpoint_every = 10000;   ///< in episodes; in sequences
  double stop_below = 0;                                      ///< of the goal, in its unit; 0: never
  bool keep_last = false;  ///< keep the last weights, not those of the best validation
  uint64_t patience = 1;   ///< validations in a row
  std::string init_from;   ///< checkpoint file, run or trained model to start from, or empty
  std::string check;       ///< as typed; empty: none
  std::vector<std::pair<std::string, std::string>> check_options;  ///< options and values of the check
  double check_below = 1;                                          ///< wrong answers a sequence (Score::wrong)
  uint64_t check_episodes = 1000, restarts = 0;
  uint64_t plateau_sequences = 0;  ///< in a row on its plateau, after which an attempt ends; 0: never
  double plateau_above = 0;        ///< validation goal, in its unit: an attempt above it is on its plateau
  std::string other_attempts;      ///< as typed; empty: all attempts are alike
  std::vector<std::vector<std::pair<std::string, std::string>>>
      other_options;         ///< options and values of the attempts that take turns with the run's own
  uint64_t check_tries = 1;  ///< checks that an attempt fails before it ends
};

/// All options of a configuration: the general ones, and those of every part.
const Declarations& declarations();

}  // namespace tapehead
