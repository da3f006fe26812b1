#pragma once
// The training loop: advances a run's state and writes its files.

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/training/scored_range.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/training_state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Advances a run's state and writes its files.
class Trainer final {
 public:
  Trainer(const RunRequest& request, const RunDirectory& directory, RunParts parts)
      : request_(request),
        directory_(directory),
        task_(std::move(parts.task)),
        check_task_(std::move(parts.check_task)),
        state_(std::move(parts.state)),
        judge_(task_->judge()),
        config_(to_ini(request.configuration)),
        workers_(request.threads),
        scorer_(workers_, [this] { return !request_.listener || request_.listener->goes_on_scoring(); }),
        gradient_(state_->store().size()) {}

  /// Writes the initial checkpoint, before the first step.
  void begin() { save(); }

  Outcome run(double seconds_before);
  const std::string& divergence() const { return divergence_; }

 private:
  void update();
  /// What the curriculum may learn from a batch of this cost, in nats, after its update.
  Lesson lesson_of(double cost, const EpisodeRange& range, const Shape& shape);
  /// Clips the gradient, whose norm is given, and updates the parameters.
  void step(double norm);
  double rate() const;
  ScheduledSampling scheduled_sampling() const {
    const Counters& c = state_->counters;
    return {train().scheduled_sampling.at(c.sequences - c.attempt_start), train().scheduled_sampling.drawn};
  }
  GradientSettings how(Real limit = 0) const {
    return {.sum = train().sum_gradients,
            .flows_cut_at = train().flows_cut_at(),
            .label_smoothing = train().label_smoothing,
            .limit = limit,
            .judge = judge_.get(),
            .scheduled_sampling = scheduled_sampling(),
            .variance = train().gradient_variance,
            .late = state_->late()};
  }
  /// Tells the listener, if there is one, and does as it says.
  void tell(double bits, const Score* validation = nullptr);
  void validate();
  /// Decides whether this score is the best so far, and whether the run, or this attempt, ends.
  void weigh(const Score& score, const std::optional<Score>& check);
  /// Whether this goal is the last below train.stop-below that train.patience asks for, so that the check follows.
  bool is_last_below(double goal) const;
  /// Moves what waits until the task is learned: on while the goal is at train.settle-below or below, else back.
  void settle(double goal);
  /// Starts the next attempt where this one stays on its plateau, or fell back; tells where no restart is left.
  bool begins_anew(double goal, std::string_view metric);
  /// Starts the next attempt where this one had all of its sequences, and the next has other options.
  void try_other_options(double goal, std::string_view metric);
  void begin_next_attempt();
  /// For this attempt's batches.
  void make_gradients();
  const TrainSettings& train() const { return state_->train(); }
  /// Prints what stops the run, with the unit, where the goal is not bits.
  void tell_goal() const;
  /// As sequences_in_all(), but batches are whole: the last may exceed the number asked for.
  uint64_t whole_batches_in_all() const;
  void keep_as_best() const { write_safetensors(directory_.checkpoint("best"), state_->to_file(config_)); }
  void save();
  [[noreturn]] void explain_divergence(double loss, double norm, const Shape& shape);
  void write_result(const char* status);
  struct FinalScores {
    Score score;                           ///< as it was trained
    std::optional<RangeScore> over_range;  ///< over the lengths that the task is scored over
  };
  /// Of the best checkpoint.
  FinalScores final_scores();

  double seconds() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }
  bool done() const { return state_->counters.stopped || state_->counters.sequences >= state_->sequences_in_all(); }
  /// Whether the cost stopped the run and, where there is a check, an attempt passed it.
  bool solved() const {
    const Counters& c = state_->counters;
    return c.stopped && (!check_task_ || c.best_check < train().check_below);
  }

  const RunRequest& request_;
  const RunDirectory& directory_;
  std::unique_ptr<Task> task_, check_task_;
  std::unique_ptr<TrainingState> state_;
  std::unique_ptr<Judge> judge_;
  std::string config_;
  Workers workers_;
  std::optional<BatchGradient> gradients_;
  Scorer scorer_;
  AlignedVector<Real> gradient_;
  std::unique_ptr<MetricsCsv> metrics_;
  std::unique_ptr<Progress> progress_;
  std::chrono::steady_clock::time_point started_;
  double seconds_before_ = 0;
  static constexpr uint64_t kNotSaved = ~uint64_t{0};
  uint64_t saved_at_ = kNotSaved;
  bool told_to_stop_ = false;
  std::string divergence_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
