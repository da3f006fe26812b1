#pragma once
// The gradient of a batch, by shards: what bits come out depends on the batch alone, not on the threads.

#include <memory>
#include <vector>

#include "autodiff/tape/tape.hpp"
#include "experiments/batches/scheduled_sampling.hpp"
#include "experiments/batches/workers.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"
#include "tasks/judges/judge.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Episodes of a batch of so many that share one tape's round: few enough that their memories stay in the processor's
/// cache.
size_t shard_size(const Model& model, size_t batch);

struct GradientSettings {
  bool sum = false;              ///< the gradient is the episodes' sum, not their mean
  Real limit = 0;                ///< above 0: the first value beyond it, as it is made, throws DivergedError
  const Judge* judge = nullptr;  ///< that counts; nullptr: nothing is counted
  ScheduledSampling scheduled_sampling = {};  ///< how much of what the model is told it said it says itself
  bool variance = false;                      ///< the gradient's is measured
};

class BatchGradient final {
 public:
  /// A fixed number of accumulators, to which shards are dealt by index; each belongs to one worker at a time, and they
  /// are added in order.
  static constexpr size_t kAccumulators = 4;

  BatchGradient(Workers& workers, size_t parameters, size_t shard);

  /// The mean gradient over the range's episodes goes to `gradient`; gives the mean of what it makes small, the model's
  /// objective, in nats. Noise is a function of seed, split and episode: the same twice gives the same.
  double compute(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                 const Shape& shape, std::span<Real> gradient, const GradientSettings& how = {});

  /// Their mean cost in nats alone, under the same noise.
  double cost_of(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                 const Shape& shape, const ScheduledSampling& scheduled_sampling = {});

  /// Mean cost, in nats, of the last batch that compute() saw: other than the objective where the model has one of its
  /// own.
  double cost() const;

  /// The variance of one episode's gradient (the trace of its covariance), estimated without bias from the last batch
  /// that compute() saw, where it was asked to: with L accumulators of n_l episodes whose gradients sum to S_l, of N in
  /// all, it is (Σ ‖S_l‖²/n_l − ‖Σ S_l‖²/N)/(L − 1). A batch's mean gradient has 1/N of it. Both what episodes differ
  /// by and what is drawn in them is in it. Not finite where there is one accumulator alone.
  double variance() const { return variance_; }

  /// What running means were shown in the last batch that compute() saw.
  const Observations& observations() const { return observed_; }

  /// Of the last batch that compute() saw: what was scored in it, bits (or answers, of classes) a sequence; and the
  /// steps of its longest episode.
  double answers() const { return answers_; }
  /// What the judge counted in it, a sequence.
  AnswerCount counted() const { return counted_; }
  size_t steps() const { return *std::max_element(steps_.begin(), steps_.end()); }

 private:
  struct Desk {  ///< one worker's
    Tape tape;
    Batch batch;
    Noise noise;
  };

  /// As variance(), of so many accumulators, the first being the caller's own vector.
  double measured_variance(std::span<const Real> first, size_t lanes, size_t episodes) const;
  /// Makes room for what that many episodes cost.
  void begin(size_t episodes);
  /// Runs a shard's episodes forward and keeps what they cost; gives the objective to go back from.
  Var run_shard(Desk& desk, const Model& model, const ParameterStore& store, const Task& task,
                const EpisodeRange& range, const Shape& shape, const GradientSettings& how, size_t shard,
                Real* gradient);

  Workers& workers_;
  size_t shard_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<AlignedVector<Real>> accumulators_;
  std::vector<double> objectives_, costs_;  // an episode
  std::vector<size_t> scored_;              // a shard
  std::vector<AnswerCount> counts_;         // an episode
  std::vector<size_t> steps_;               // a shard
  std::vector<Observations> shown_;         // a shard
  Observations observed_;
  double answers_ = 0, variance_ = 0;
  AnswerCount counted_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
