#pragma once
// The gradient of a batch, by shards. Its bits depend on the batch alone, not on the number of threads.

#include <memory>
#include <optional>
#include <vector>

#include "autodiff/tape/profile.hpp"
#include "autodiff/tape/tape.hpp"
#include "experiments/batches/late_columns.hpp"
#include "experiments/batches/scheduled_sampling.hpp"
#include "experiments/batches/workers.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Batches of so many episodes or more are divided, so that a second thread has work.
inline constexpr size_t kLeastDivided = 8;

/// Episodes of such a batch that share one round of a tape: few enough that their memories stay in the processor's
/// cache.
size_t shard_size(const Model& model, size_t batch);

struct GradientSettings {
  bool sum = false;              ///< the gradient is the episodes' sum, not their mean
  Real flows_cut_at = 0;         ///< above 0: Tape::cut_flows()
  Real label_smoothing = 0;      ///< ε of label_smoothing(), which no cost or objective that is told contains
  Real limit = 0;                ///< above 0: the first value beyond it, as it is made, throws DivergedError
  const Judge* judge = nullptr;  ///< counts answers; nullptr: nothing is counted
  ScheduledSampling scheduled_sampling = {};  ///< which fed-back tokens are the model's own
  bool variance = false;                      ///< measure the gradient's
  /// Columns whose updates are put off, which are caught up with as episodes look them up. The gradient's vector is
  /// then the same in every call, with what the last one left in its extents(). nullptr: none.
  LateColumns* late = nullptr;
};

class BatchGradient final {
 public:
  /// A fixed number of accumulators. Shards are dealt to them by index, each belongs to one worker at a time, and they
  /// are added in order.
  static constexpr size_t kAccumulators = 4;

  BatchGradient(Workers& workers, size_t parameters, size_t shard);

  /// Takes a profile of what each worker does from now on, one profile for each; none: no longer. They outlive this, or
  /// the next such call.
  void take_profiles(std::span<Profile> profiles);

  /// Writes the mean gradient over the range's episodes to `gradient`; gives the mean of the model's objective, in
  /// nats. Noise is a function of seed, split and episode: equal arguments give equal results.
  double compute(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                 const Shape& shape, std::span<Real> gradient, const GradientSettings& how = {});

  /// Where the gradient of the last compute() may be other than zero, in order.
  std::span<const Extent> extents() const { return extents_; }
  /// The late columns within them, in any order; none without late columns.
  std::optional<std::span<const uint32_t>> looked_up() const { return looked_up_; }

  /// The mean cost in nats alone, with the same noise. Of late columns it may look up only those of the last compute().
  double cost_of(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                 const Shape& shape, const ScheduledSampling& scheduled_sampling = {});

  /// Mean cost, in nats, of the last compute(); differs from the objective where the model has its own.
  double cost() const;

  /// The variance of one episode's gradient (the trace of its covariance), an unbiased estimate from the last
  /// compute(), where asked for. With L accumulators of n_l episodes, whose gradients sum to S_l, and N episodes in
  /// all, it is (Σ ‖S_l‖²/n_l − ‖Σ S_l‖²/N)/(L − 1). The variance of a batch's mean gradient is 1/N of it. It covers
  /// differences between episodes and the draws within them. Not finite with a single accumulator.
  double variance() const { return variance_; }

  /// Of the last compute(): the share of what flowed back that was cut; 0 where nothing is.
  double flows_cut() const;

  /// What running means were shown in the last compute().
  const Observations& observations() const { return observed_; }

  /// Of the last compute(): scored bits (or answers, of classes) per sequence; the steps of its longest episode.
  double answers() const { return answers_; }
  /// The judge's count in it, per sequence.
  AnswerCount counted() const { return counted_; }
  size_t steps() const { return *std::max_element(steps_.begin(), steps_.end()); }

 private:
  struct Desk {  ///< of one worker
    Tape tape;
    Batch batch;
    Noise noise;
  };

  /// Columns of late updates that a lane's episodes look up, and the vector that holds their gradient.
  struct Lane {
    ColumnSet columns;
    const Real* gradient = nullptr;
  };
  /// Makes a lane's gradient zero; of late columns, where it is not.
  void clear(std::span<Real> gradient, size_t lane, LateColumns* late);
  /// gradient = share·(gradient + those of the other lanes).
  void add_up(std::span<Real> gradient, size_t lanes, Real share);
  /// As variance(), of that many accumulators, the first being the caller's vector.
  double measured_variance(std::span<const Real> first, size_t lanes, size_t episodes) const;
  /// Sizes the arrays for the costs of that many episodes.
  void begin(size_t episodes);
  /// Runs a shard's episodes forward and keeps their costs; gives the objective to differentiate.
  Var run_shard(Desk& desk, const Model& model, const ParameterStore& store, const Task& task,
                const EpisodeRange& range, const Shape& shape, const GradientSettings& how, size_t shard,
                Real* gradient, Lane* lane = nullptr);

  Workers& workers_;
  size_t shard_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<AlignedVector<Real>> accumulators_;
  std::vector<Lane> lanes_;  // with late columns, of each accumulator
  std::vector<Extent> extents_;
  std::optional<std::span<const uint32_t>> looked_up_;
  std::vector<double> objectives_, costs_;  // per episode
  std::vector<size_t> scored_;              // per shard
  std::vector<AnswerCount> counts_;         // per episode
  std::vector<size_t> steps_;               // per shard
  std::vector<Observations> shown_;         // per shard
  Observations observed_;
  double answers_ = 0, variance_ = 0;
  AnswerCount counted_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
