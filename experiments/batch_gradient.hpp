#pragma once
// The gradient of a batch, by shards: what bits come out depends on the batch alone, not on the threads.

#include <memory>
#include <vector>

#include "autodiff/tape.hpp"
#include "experiments/workers.hpp"
#include "models/model.hpp"
#include "models/settings.hpp"
#include "tasks/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Episodes that share one tape's round: few enough that a sequence's memory stays in the processor's cache.
size_t shard_size(const Settings& settings);

class BatchGradient final {
 public:
  BatchGradient(Workers& workers, size_t parameters, size_t shard);

  /// The mean gradient over the range's episodes goes to `gradient`; gives their mean cost in nats. Where `limit` is
  /// above 0, each value is checked against it as it is made, and the first beyond it throws DivergedError.
  double compute(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                 const Shape& shape, std::span<Real> gradient, Real limit = 0);

  /// Of the last batch: what was scored in it, bits a sequence.
  double scored_bits() const { return scored_bits_; }

 private:
  // A fixed number of accumulators, to which shards are dealt by index; each belongs to one worker at a time, and they
  // are added in order.
  static constexpr size_t kAccumulators = 4;

  struct Desk {  ///< one worker's
    Tape tape;
    Batch batch;
  };

  Workers& workers_;
  size_t shard_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<AlignedVector<Real>> accumulators_;
  std::vector<double> losses_, scored_;  // an episode, a shard
  double scored_bits_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
