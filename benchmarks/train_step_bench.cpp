// A whole training step (episodes drawn, forward, backward, clip, update) on the copy task, length 20, with an LSTM of
// 100 and a memory of 128×20, in sequences per second. `tapehead bench` measures other problems.

#include <benchmark/benchmark.h>

#include "autodiff/base/gemm.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/training_state.hpp"

namespace tapehead {
namespace {

void train_step(benchmark::State& state, const char* addressing) {
  const auto batch = static_cast<size_t>(state.range(0)), threads = static_cast<size_t>(state.range(1));
  Layer layer;
  for (const auto& [name, value] : {std::pair<const char*, std::string>{"task.length", "20"},
                                    {"addressing", addressing},
                                    {"train.batch", std::to_string(batch)}})
    layer.entries[name] = {value, "", ""};
  const Settings settings = resolve(declarations(), {layer}).settings;
  const auto task = make_task(settings);
  const TrainSettings train(settings, task->spec().epoch);
  TrainingState model(settings, train, task->spec());
  Workers workers(threads);
  BatchGradient gradients(workers, model.store().size(), shard_size(model.model(), batch));
  AlignedVector<Real> gradient(model.store().size());
  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  const Shape shape = task->shape(draw, {});
  uint64_t updates = 0;
  for (auto _ : state) {
    gradients.compute(model.model(), model.store(), *task, {train.seed, Split::kTrain, updates * batch, batch}, shape,
                      gradient);
    clip_gradient(gradient, model.store(), gradient_norm(gradient), train.clip, static_cast<Real>(train.clip_at));
    model.optimizer().step(model.store().values(), gradient, static_cast<Real>(train.rate.at(0, 0)), ++updates);
  }
  const auto sequences = static_cast<double>(updates * batch);
  state.counters["sequences/s"] = benchmark::Counter(sequences, benchmark::Counter::kIsRate);
}

void at_all_batches(benchmark::internal::Benchmark* row) {
  row->ArgNames({"batch", "threads"})->Args({1, 1})->Args({16, 1})->Args({64, 1})->Args({64, 2});
  row->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK_CAPTURE(train_step, both, "content+location")->Name("train_step/content+location")->Apply(at_all_batches);
BENCHMARK_CAPTURE(train_step, content, "content")->Name("train_step/content")->Apply(at_all_batches);

}  // namespace
}  // namespace tapehead
