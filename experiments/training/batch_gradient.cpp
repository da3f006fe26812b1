#include "experiments/training/batch_gradient.hpp"

#include <algorithm>
#include <numeric>

namespace tapehead::inline TAPEHEAD_REAL {

size_t shard_size(const Model& model) {
  constexpr size_t kShard = 8, kLargeMemory = 16384;
  return model.cost() > kLargeMemory ? 1 : kShard;
}

BatchGradient::BatchGradient(Workers& workers, size_t parameters, size_t shard) : workers_(workers), shard_(shard) {
  for (size_t i = 0; i < workers.count(); ++i) desks_.push_back(std::make_unique<Desk>());
  accumulators_.resize(kAccumulators);
  for (size_t i = 1; i < kAccumulators; ++i) accumulators_[i].resize(parameters);
}

Var BatchGradient::run_shard(Desk& desk, const Model& model, const ParameterStore& store, const Task& task,
                             const EpisodeRange& range, const Shape& shape, size_t shard, Real* gradient) {
  const size_t first = shard * shard_, count = std::min(shard_, range.count - first);
  task.sample({range.seed, range.split, range.first + first, count}, shape, desk.batch);
  desk.tape.begin(store, gradient);
  desk.noise.begin(range.seed, range.split, range.first + first, count);
  const Answers answers = model.run({desk.tape, count, desk.noise, Phase::kTraining}, desk.batch, 0);
  const Var loss = training_loss(answers, desk.batch, 0);
  for (size_t b = 0; b < count && desk.batch.scoring == Scoring::kClasses; ++b)
    counts_[first + b] = count_answers(answers, desk.batch, b);
  for (size_t b = 0; b < count; ++b) losses_[first + b] = *desk.tape.value(loss).item(b);
  return loss;
}

double BatchGradient::mean_loss() const {
  return std::accumulate(losses_.begin(), losses_.end(), 0.0) / static_cast<double>(losses_.size());
}

double BatchGradient::compute(const Model& model, const ParameterStore& store, const Task& task,
                              const EpisodeRange& range, const Shape& shape, std::span<Real> gradient,
                              const GradientSettings& how) {
  const size_t shards = (range.count + shard_ - 1) / shard_, lanes = std::min(shards, kAccumulators);
  losses_.assign(range.count, 0);
  counts_.assign(range.count, {});
  scored_.assign(shards, 0);
  steps_.assign(shards, 0);
  const auto lane_gradient = [&](size_t lane) {  // the first accumulator is the caller's own vector
    return lane == 0 ? gradient : std::span<Real>(accumulators_[lane]);
  };
  workers_.run(lanes, [&](size_t lane, size_t worker) {
    Desk& desk = *desks_[worker];
    const std::span<Real> sum = lane_gradient(lane);
    std::fill(sum.begin(), sum.end(), Real{0});
    desk.tape.check_values(how.limit > 0, how.limit);
    for (size_t shard = lane; shard < shards; shard += kAccumulators) {
      const Var loss = run_shard(desk, model, store, task, range, shape, shard, sum.data());
      desk.tape.backward(loss);
      steps_[shard] = desk.batch.steps;
      for (const Real scored : desk.batch.mask) scored_[shard] += scored != 0;
      if (desk.batch.scoring == Scoring::kClasses) scored_[shard] /= static_cast<double>(desk.batch.outputs);
    }
  });
  const Real share = Real(1) / static_cast<Real>(range.count);
  Real* __restrict to = gradient.data();
  for (size_t lane = 1; lane < lanes; ++lane) {
    const Real* __restrict from = accumulators_[lane].data();
    for (size_t i = 0; i < gradient.size(); ++i) to[i] += from[i];
  }
  if (range.count > 1 && !how.sum)
    for (size_t i = 0; i < gradient.size(); ++i) to[i] *= share;
  counted_ = {};
  for (const AnswerCount& count : counts_) {
    counted_.answers += count.answers / static_cast<double>(range.count);
    counted_.wrong += count.wrong / static_cast<double>(range.count);
  }
  answers_ = std::accumulate(scored_.begin(), scored_.end(), 0.0) / static_cast<double>(range.count);
  return mean_loss();
}

double BatchGradient::loss(const Model& model, const ParameterStore& store, const Task& task, const EpisodeRange& range,
                           const Shape& shape) {
  losses_.assign(range.count, 0);
  counts_.assign(range.count, {});
  workers_.run((range.count + shard_ - 1) / shard_, [&](size_t shard, size_t worker) {
    run_shard(*desks_[worker], model, store, task, range, shape, shard, nullptr);
  });
  return mean_loss();
}

}  // namespace tapehead::inline TAPEHEAD_REAL
