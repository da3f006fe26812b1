#include "experiments/training/memory_limit_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "autodiff/base/memory_limit.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/batches/score.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Episodes held at the same time, and the bytes of each: for the task (its batch and answers) and for the model.
struct MemoryDemand {
  const char* what;  ///< "train on"
  size_t episodes, steps;
  double told, kept;
  double all() const { return static_cast<double>(episodes) * (told + kept); }
};

double numbers_in(const Batch& batch) {
  size_t numbers = batch.target.values.size() + batch.mask.size();
  for (const BatchStream& stream : batch.inputs) numbers += stream.values.size();
  return static_cast<double>(numbers);
}

/// The number of logits, over all scored steps (Answers).
double answers_of(const Batch& batch) {
  size_t steps = 0;
  for (size_t t = 0; t < batch.steps(); ++t) steps += batch.any_scored(t);
  return static_cast<double>(steps * batch.outputs());
}

/// The setting that the error names: the larger of the model's and the task's share decides.
std::string where(const Settings& settings, const MemoryDemand& demand) {
  const char* const name = demand.told > demand.kept      ? "task"
                           : settings.has("memory.slots") ? "memory.slots"
                           : settings.has("memory")       ? "memory"
                                                          : "model";
  return fmt::format("{}: got {}", name, settings.text(name));
}

void check_demand(const Settings& settings, const MemoryDemand& demand) {
  const MemoryLimit limit = memory_limit();
  if (demand.all() <= limit.bytes) return;
  constexpr double kGigabyte = 1e9;
  throw InputError(
      fmt::format("{}; to {} {} of {} steps takes {:.3g} GB or more{}, and at most {} {:.3g} GB are needed",
                  where(settings, demand), demand.what,
                  demand.episodes == 1 ? "an episode" : fmt::format("{} episodes at a time", demand.episodes),
                  demand.steps, demand.all() / kGigabyte,
                  demand.episodes == 1 ? "" : fmt::format(" ({:.3g} GB each)", (demand.told + demand.kept) / kGigabyte),
                  limit.whose, limit.bytes / kGigabyte));
}

/// Checks the task's share alone, from the number of vectors to keep, one shown per step: drawing an episode may itself
/// take too much memory.
void check_batch(const CheckedRun& run, const char* what, size_t episodes) {
  const Spec spec = run.task.spec();
  if (spec.input().kind != StreamKind::kReal) return;
  const size_t steps = run.task.must_hold();
  check_demand(run.settings, {what, episodes, steps,
                              static_cast<double>(steps * (spec.features() + spec.outputs())) * sizeof(Real), 0});
}

}  // namespace

void check_training_memory(const CheckedRun& run, const TrainSettings& train, Reach reach, size_t threads) {
  const Footprint footprint = run.model.footprint();
  const size_t shard = std::min<size_t>(shard_size(run.model, train.batch), train.batch);
  const size_t shards = (train.batch + shard - 1) / shard;
  const size_t episodes =
      std::min<size_t>(train.batch, shard * std::min({threads, shards, BatchGradient::kAccumulators}));
  if (reach.to == 1) check_batch(run, "train on", episodes);
  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  Batch batch;
  run.task.sample({train.seed, Split::kTrain, 0, 1}, run.task.shape(draw, {reach.to, reach.to}), batch);
  const double told = numbers_in(batch) + 2 * answers_of(batch);  // these have a gradient each
  check_demand(run.settings, {"train on", episodes, batch.steps(), told * sizeof(Real),
                              footprint.recorded(batch.steps()) * sizeof(Real)});
}

void check_scoring_memory(const CheckedRun& run, uint64_t seed, Split split, uint64_t episodes, size_t threads) {
  const uint64_t batches = (episodes + kScoreBatch - 1) / kScoreBatch;
  const size_t at_a_time = std::min(episodes, kScoreBatch * std::min<uint64_t>(threads, batches));
  Batch batch;
  run.task.sample({seed, split, 0, 1}, scored_shape(run.task, seed, split, 0), batch);
  // Long episodes are processed in passages of at least one step.
  const Footprint footprint = run.model.footprint();
  const double told = numbers_in(batch) + answers_of(batch);
  check_demand(run.settings, {"score", at_a_time, batch.steps(), told * sizeof(Real),
                              (footprint.state + footprint.step) * sizeof(Real)});
}

void check_tracing_memory(const CheckedRun& run, const Batch& batch, size_t shown) {
  constexpr double kCopies = 4;  // as seen, as arrays, as the trace's own, and the file's bytes
  const Footprint footprint = run.model.footprint();
  const double step = footprint.step * sizeof(Real) + kCopies * static_cast<double>(shown);
  check_demand(run.settings, {"trace", 1, batch.steps(), numbers_in(batch) * sizeof(Real),
                              footprint.state * sizeof(Real) + step * static_cast<double>(batch.steps())});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
