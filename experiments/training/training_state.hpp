#pragma once
// The state of a run between two updates: the contents of a checkpoint.

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "autodiff/files/safetensors.hpp"
#include "autodiff/optimisers/optimizer.hpp"
#include "autodiff/tape/parameters.hpp"
#include "experiments/batches/late_columns.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/training/train_settings.hpp"
#include "models/model.hpp"
#include "tasks/curricula/curriculum.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sums since the last row of metrics.csv.
struct RunningSums {
  double loss = 0, gradient_norm = 0, clipped = 0, updates = 0, skipped = 0;
  double gradient_variance = 0;   ///< where measured
  double cost = 0;                ///< differs from the loss where the model has its own objective
  double answers = 0, wrong = 0;  ///< as the task's judge counts in training
};

/// Counters of a run.
struct Counters {
  uint64_t sequences = 0, batches = 0;      ///< of all attempts
  uint64_t updates = 0;                     ///< of this attempt
  uint64_t attempt = 0, attempt_start = 0;  ///< restarts so far; `sequences` at which this one began
  uint64_t patience = 0;                    ///< consecutive validations below the threshold
  uint64_t stopped = 0;                     ///< 1 once its cost (and its check, or the last restart) ended the run
  uint64_t best_sequences = 0;
  uint64_t decay_start = 0;    ///< `sequences` at which the rate began to fall, + 1; 0: not yet
  uint64_t off_plateau = 0;    ///< sequences of this attempt when its goal was last at train.plateau-above or below
  uint64_t failed_checks = 0;  ///< of this attempt (train.check-tries)
  uint64_t overflows = 0;      ///< consecutive updates skipped for a gradient that was not finite
  double best_goal = std::numeric_limits<double>::infinity();
  double train_bits = 0,
         train_error =
             0;        ///< cost, and the judge's metric, between the last two validations, with the noise of training
  double settled = 0;  ///< how far training has settled, 0..1 (train.settle-below)
  double best_check = std::numeric_limits<double>::infinity();  ///< wrong bits of the best solved attempt
};

/// Whether a count that grew from `before` to `after` came to a multiple of `every`.
inline bool crosses(uint64_t before, uint64_t after, uint64_t every) { return before / every != after / every; }

/// What an attempt is made and trained by.
struct AttemptSettings {
  Settings settings;
  TrainSettings train;
};

/// A model with its parameters, optimiser and counters.
class TrainingState final {
 public:
  /// `others`: with which attempts take turns; they make the same parameters.
  TrainingState(const Settings& settings, const TrainSettings& train, const Spec& spec,
                std::vector<AttemptSettings> others = {});

  /// Of this attempt.
  const TrainSettings& train() const { return settings_of(counters.attempt).train; }
  const Curriculum& curriculum_rule() const { return *curriculum_rule_; }

  /// The sequences after which the run ends: train.sequences; with train.plateau-sequences or train.other-attempts
  /// those of its last attempt, after those of the attempts before.
  uint64_t sequences_in_all() const {
    const bool each = train().plateau_sequences > 0 || !others_.empty();
    return train().sequences + (each ? counters.attempt_start : 0);
  }

  /// Whether training came to a validation that has not yet been made: also of a checkpoint that an interrupt left.
  bool awaits_validation() const {
    const uint64_t now = counters.sequences, before = now - std::min(now, train().batch);
    return sums.updates > 0 && (crosses(before, now, train().validate_every) || now >= sequences_in_all());
  }

  /// Makes new parameters and a new optimiser for that attempt; attempt 0 uses the seed itself.
  void begin_attempt(uint64_t attempt);

  const Model& model() const { return *model_; }
  /// Updates that were put off are made before anybody sees what they change.
  ParameterStore& store() {
    catch_up();
    return *store_;
  }
  /// The parameters that are scored and saved as the best: the averaged ones where averaging is on.
  const ParameterStore& scored_store() {
    catch_up();
    return average_ ? *average_ : *store_;
  }
  Optimizer& optimizer() {
    catch_up();
    return *optimizer_;
  }

  /// What a batch's gradient is made from: parameters of which late() has columns whose updates are put off.
  const ParameterStore& store_in_training() const { return *store_; }
  LateColumns* late() { return late_.get(); }
  /// Makes the next update: weight decay, the optimiser's step, and the averaged weights. The gradient is zero outside
  /// the extents; `looked_up` are the late columns within them, which have been caught up with (none: all).
  void update(std::span<const Real> gradient, std::span<const Extent> extents,
              std::optional<std::span<const uint32_t>> looked_up, Real rate);

  /// Updates the running means, also of the averaged weights.
  void move_means(const Observations& seen);
  /// Records in the parameters how many training episodes this attempt has seen, and how far it has settled.
  void note_progress();

  SafetensorsFile to_file(const std::string& config);
  /// Throws InputError, starting with `where`, for a file of another model or with counts, costs, sums or a curriculum
  /// that no run of that goal has, DivergedError for parameters that are not finite; the state is then unchanged, but
  /// for a file of an attempt with other settings, whose beginning it may be.
  void from_file(const SafetensorsFile& file, const std::string& where, std::string_view goal);
  /// Loads only the parameters, for a run that starts from another's.
  void parameters_from_file(const SafetensorsFile& file, const std::string& where);

  Counters counters;
  RunningSums sums;
  std::vector<double> curriculum;  ///< the curriculum's learned state

 private:
  void catch_up() {
    if (late_) late_->catch_up();
  }
  uint64_t turn_of(uint64_t attempt) const { return attempt % (others_.size() + 1); }
  const AttemptSettings& settings_of(uint64_t attempt) const {
    const uint64_t turn = turn_of(attempt);
    return turn == 0 ? settings_ : others_[turn - 1];
  }
  void begin_late_columns();
  /// An update of these elements.
  void move(const Extent& where, const Real* gradient, const Optimizer::Pace& pace);
  /// Whether updates without a gradient leave these elements as they are.
  bool rests(const Extent& where);

  AttemptSettings settings_;
  std::vector<AttemptSettings> others_;
  Spec spec_;
  std::unique_ptr<ParameterStore> store_, average_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<Curriculum> curriculum_rule_;
  std::unique_ptr<LateColumns> late_;  ///< nullptr: every update is of all parameters
};

}  // namespace tapehead::inline TAPEHEAD_REAL
