#include "experiments/batches/batch_gradient.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The time since the last mark went into that, where a profile is taken.
void mark(const Tape& tape, const char* what) {
  if (Profile* const profile = tape.profile()) profile->mark(what);
}

}  // namespace

size_t shard_size(const Model& model, size_t batch) {
  constexpr size_t kShard = 8, kLargeMemory = 16384;
  // Weights too many for a second-level cache gain from more columns at a time, and so do episodes that cost next to
  // nothing.
  constexpr size_t kLargeShard = 16, kManyWeights = 65536;
  // Large memories: as many as fit a second-level cache of 1 MB with their gradients.
  constexpr size_t kTogether = 5 * kLargeMemory;
  if (model.cost() > kLargeMemory)
    return std::clamp<size_t>(kTogether / model.cost(), 1, std::max<size_t>(1, batch / 2));
  const size_t fitting = model.step_weights() > kManyWeights || model.is_brief() ? kLargeShard : kShard;
  return batch < kLeastDivided ? fitting : std::min(fitting, (batch + 1) / 2);
}

BatchGradient::BatchGradient(Workers& workers, size_t parameters, size_t shard) : workers_(workers), shard_(shard) {
  for (size_t i = 0; i < workers.count(); ++i) desks_.push_back(std::make_unique<Desk>());
  accumulators_.resize(kAccumulators);
  for (size_t i = 1; i < kAccumulators; ++i) accumulators_[i].resize(parameters);
}

void BatchGradient::take_profiles(std::span<Profile> profiles) {
  for (size_t i = 0; i < desks_.size(); ++i) desks_[i]->tape.set_profile(i < profiles.size() ? &profiles[i] : nullptr);
}

Var BatchGradient::run_shard(Desk& desk, const Model& model, const ParameterStore& store, const Task& task,
                             const EpisodeRange& range, const Shape& shape, const GradientSettings& how, size_t shard,
                             Real* gradient, Lane* lane) {
  const size_t first = shard * shard_, count = std::min(shard_, range.count - first);
  task.sample({range.seed, range.split, range.first + first, count}, shape, desk.batch);
  desk.noise.begin(range.seed, range.split, range.first + first, count);
  const Context context{desk.tape, count, desk.noise};
  if (const Reacting* world = task.reacts())
    continue_from_own_answers(context, model, store, how.scheduled_sampling, *world, range.seed, range.first + first,
                              desk.batch);
  else
    sample_inputs(context, model, store, how.scheduled_sampling, range.seed, range.first + first, desk.batch);
  mark(desk.tape, "episodes");
  if (lane) {
    const size_t before = lane->columns.columns().size();
    for (const uint32_t token : desk.batch.inputs[0].tokens)
      if (token != kNoToken) lane->columns.add(token);
    how.late->catch_up(lane->columns.columns().subspan(before));
    mark(desk.tape, "put off");
  }
  desk.tape.begin(store, gradient);
  desk.noise.begin(range.seed, range.split, range.first + first, count);
  const Answers answers = model.run({desk.tape, count, desk.noise, Phase::kTraining}, desk.batch, 0);
  const Var objective = objective_of(answers, desk.batch, 0);
  const Var cost = answers.objective ? sequence_loss(answers, desk.batch, 0) : objective;
  for (size_t b = 0; b < count; ++b) {
    objectives_[first + b] = *desk.tape.value(objective).item(b);
    costs_[first + b] = *desk.tape.value(cost).item(b);
    if (how.judge)
      counts_[first + b] =
          how.judge->count({desk.batch, b, desk.tape.value(answers.logits), answers.steps_of(b), costs_[first + b]});
  }
  return how.label_smoothing == 0 ? objective
                                  : add(objective, scale(label_smoothing(answers, desk.batch, 0), how.label_smoothing));
}

double BatchGradient::compute(const Model& model, const ParameterStore& store, const Task& task,
                              const EpisodeRange& range, const Shape& shape, std::span<Real> gradient,
                              const GradientSettings& how) {
  const size_t shards = (range.count + shard_ - 1) / shard_, lanes = std::min(shards, kAccumulators);
  begin(range.count);
  LateColumns* const late = task.reacts() ? nullptr : how.late;  // where inputs follow answers, they are not yet known
  if (how.late && !late) how.late->catch_up();
  if (late && lanes_.empty()) lanes_.assign(kAccumulators, {ColumnSet(late->columns())});
  scored_.assign(shards, 0);
  steps_.assign(shards, 0);
  shown_.resize(shards);
  const auto lane_gradient = [&](size_t lane) {  // the first accumulator is the caller's vector
    return lane == 0 ? gradient : std::span<Real>(accumulators_[lane]);
  };
  for (const auto& desk : desks_) desk->tape.cut_flows(how.flows_cut_at);
  workers_.run(lanes, [&](size_t lane, size_t worker) {
    Desk& desk = *desks_[worker];
    mark(desk.tape, "waiting");
    const std::span<Real> sum = lane_gradient(lane);
    clear(sum, lane, late);
    desk.tape.check_values(how.limit > 0, how.limit);
    for (size_t shard = lane; shard < shards; shard += kAccumulators) {
      desk.tape.backward(
          run_shard(desk, model, store, task, range, shape, how, shard, sum.data(), late ? &lanes_[lane] : nullptr));
      shown_[shard] = desk.tape.observations();
      steps_[shard] = desk.batch.steps();
      scored_[shard] = desk.batch.answers();
    }
  });
  for (const auto& desk : desks_) mark(desk->tape, "waiting");
  extents_.assign(1, {0, gradient.size()});
  looked_up_.reset();
  if (late) {
    for (size_t lane = 1; lane < lanes; ++lane)
      for (const uint32_t column : lanes_[lane].columns.columns()) lanes_[0].columns.add(column);
    lanes_[0].columns.sort();
    looked_up_ = lanes_[0].columns.columns();
    extents_.clear();
    late->each_extent(*looked_up_, gradient.size(), [&](const Extent& part) {
      if (!extents_.empty() && extents_.back().end == part.first)
        extents_.back().end = part.end;
      else
        extents_.push_back(part);
    });
  }
  if (how.variance) variance_ = measured_variance(gradient, lanes, range.count);
  add_up(gradient, lanes, how.sum ? Real(1) : Real(1) / static_cast<Real>(range.count));
  observed_.clear();
  for (const Observations& shown : shown_) observed_.add(shown);
  counted_ = {};
  for (const AnswerCount& count : counts_) {
    counted_.answers += count.answers / static_cast<double>(range.count);
    counted_.wrong += count.wrong / static_cast<double>(range.count);
  }
  answers_ = static_cast<double>(std::accumulate(scored_.begin(), scored_.end(), size_t{0})) /
             static_cast<double>(range.count);
  return mean(objectives_);
}

void BatchGradient::clear(std::span<Real> gradient, size_t lane, LateColumns* late) {
  const auto fill = [&](const Extent& part) { std::fill_n(gradient.data() + part.first, part.size(), Real{0}); };
  if (!late) return fill({0, gradient.size()});
  auto& [columns, last] = lanes_[lane];
  if (last == gradient.data())
    late->each_extent(columns.columns(), gradient.size(), fill);
  else
    fill({0, gradient.size()});
  last = gradient.data();
  columns.clear();
}

void BatchGradient::add_up(std::span<Real> gradient, size_t lanes, Real share) {
  constexpr size_t kWorthwhile = 65536;  // numbers for which another thread is woken
  static_assert(kAccumulators == 4);
  if (lanes == 1 && share == 1) return;
  const size_t parts = std::min(workers_.count(), gradient.size() / kWorthwhile + 1);
  const auto from = [&](size_t lane) { return accumulators_[lane].data(); };
  // One pass over memory, in the order of the lanes.
  workers_.run(parts, [&](size_t part, size_t) {
    const Extent bounds{gradient.size() * part / parts, gradient.size() * (part + 1) / parts};
    Real* __restrict to = gradient.data();
    const auto each = [&](auto sum) {
      each_within(extents_, bounds, [&](const Extent& some) {
#pragma GCC ivdep
        for (size_t i = some.first; i < some.end; ++i) to[i] = sum(i) * share;
      });
    };
    const Real *const second = from(1), *const third = from(2), *const fourth = from(3);
    switch (lanes) {
      case 1: return each([=](size_t i) { return to[i]; });
      case 2: return each([=](size_t i) { return to[i] + second[i]; });
      case 3: return each([=](size_t i) { return to[i] + second[i] + third[i]; });
      default: return each([=](size_t i) { return to[i] + second[i] + third[i] + fourth[i]; });
    }
  });
}

double BatchGradient::measured_variance(std::span<const Real> first, size_t lanes, size_t episodes) const {
  constexpr size_t kBlock = 1024;  // as in gradient_norm()
  std::array<double, kAccumulators> squares{};
  double square_of_all = 0;
  std::array<Real, kBlock> sums;
  for (size_t from = 0; from < first.size(); from += kBlock) {
    const size_t count = std::min(kBlock, first.size() - from);
    std::fill_n(sums.begin(), count, Real{0});
    for (size_t lane = 0; lane < lanes; ++lane) {
      const Real* const values = (lane == 0 ? first.data() : accumulators_[lane].data()) + from;
      squares[lane] += dot(values, values, count);
      for (size_t i = 0; i < count; ++i) sums[i] += values[i];
    }
    square_of_all += dot(sums.data(), sums.data(), count);
  }
  const size_t shards = (episodes + shard_ - 1) / shard_;
  double between = -square_of_all / static_cast<double>(episodes);
  for (size_t lane = 0; lane < lanes; ++lane) {
    size_t own = 0;
    for (size_t shard = lane; shard < shards; shard += kAccumulators)
      own += std::min(shard_, episodes - shard * shard_);
    between += squares[lane] / static_cast<double>(own);
  }
  return between / (static_cast<double>(lanes) - 1);
}

double BatchGradient::cost_of(const Model& model, const ParameterStore& store, const Task& task,
                              const EpisodeRange& range, const Shape& shape,
                              const ScheduledSampling& scheduled_sampling) {
  begin(range.count);
  GradientSettings how;
  how.scheduled_sampling = scheduled_sampling;
  workers_.run((range.count + shard_ - 1) / shard_, [&](size_t shard, size_t worker) {
    run_shard(*desks_[worker], model, store, task, range, shape, how, shard, nullptr);
  });
  return cost();
}

double BatchGradient::cost() const { return mean(costs_); }

double BatchGradient::flows_cut() const {
  Tape::Flows all;
  for (const auto& desk : desks_) {
    all.all += desk->tape.flows().all;
    all.cut += desk->tape.flows().cut;
  }
  return all.all > 0 ? static_cast<double>(all.cut) / static_cast<double>(all.all) : 0;
}

void BatchGradient::begin(size_t episodes) {
  objectives_.assign(episodes, 0);
  costs_.assign(episodes, 0);
  counts_.assign(episodes, {});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
