#pragma once
// All that a run is between two updates; what a checkpoint holds.

#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include "autodiff/files/safetensors.hpp"
#include "autodiff/optimisers/optimizer.hpp"
#include "autodiff/tape/parameters.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/training/train_settings.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Sums since the last row of metrics.csv.
struct RunningSums {
  double loss = 0, gradient_norm = 0, clipped = 0, updates = 0, skipped = 0;
  double gradient_variance = 0;   ///< where it is measured
  double cost = 0;                ///< that is not the loss where the model has an objective of its own
  double answers = 0, wrong = 0;  ///< as the task's judge counts in training
};

/// What is counted on the way.
struct Counters {
  uint64_t sequences = 0, batches = 0;      ///< seen in all attempts
  uint64_t updates = 0;                     ///< of this attempt
  uint64_t attempt = 0, attempt_start = 0;  ///< restarts so far; `sequences` at which this one began
  uint64_t patience = 0;                    ///< validations in a row that were below
  uint64_t stopped = 0;                     ///< 1 once its cost (and its check, or the last restart) ended the run
  uint64_t best_sequences = 0;
  uint64_t decay_start = 0;  ///< `sequences` at which the rate began to fall, + 1; 0: not yet
  uint64_t overflows = 0;    ///< updates in a row that were left out, for their gradient was not finite
  double best_goal = std::numeric_limits<double>::infinity();
  double train_bits = 0,
         train_error =
             0;  ///< cost, and the judge's metric, between the last two validations, with the noise of training
  double best_check = std::numeric_limits<double>::infinity();  ///< wrong bits of the best solved attempt
};

/// A model with its parameters, its optimiser and its counters.
class TrainingState final {
 public:
  TrainingState(const Settings& settings, const TrainSettings& train, const Spec& spec);

  /// New parameters and a new optimiser for that attempt; attempt 0 starts from the seed itself.
  void begin_attempt(uint64_t attempt);

  const Model& model() const { return *model_; }
  ParameterStore& store() { return *store_; }
  /// The parameters that are scored and saved as the best: averaged ones where averaging is on.
  const ParameterStore& scored_store() const { return average_ ? *average_ : *store_; }
  Optimizer& optimizer() { return *optimizer_; }

  /// Moves the running means, the same ones for the averaged weights.
  void move_means(const Observations& seen);
  /// Moves the averaged weights after update number `counters.updates`.
  void move_average();
  /// Tells the parameters how many training episodes this attempt has shown them.
  void note_seen();

  SafetensorsFile to_file(const std::string& config) const;
  /// Throws InputError, led by `where`, for a file that is not of this model; then the state is as before.
  void from_file(const SafetensorsFile& file, const std::string& where);
  /// Only the parameters, for a run that starts from another's.
  void parameters_from_file(const SafetensorsFile& file, const std::string& where);

  Counters counters;
  RunningSums sums;
  std::vector<double> curriculum;  ///< what it has learned

 private:
  Settings settings_;
  TrainSettings train_;
  Spec spec_;
  std::unique_ptr<ParameterStore> store_, average_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Optimizer> optimizer_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
