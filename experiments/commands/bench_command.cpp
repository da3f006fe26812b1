#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/base/instructions.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/json.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/available_threads.hpp"
#include "experiments/commands/bench/fastest_product.hpp"
#include "experiments/commands/bench/step_profile.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/runs/state_text.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "experiments/training/training_state.hpp"

namespace tapehead {
namespace {

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The file of --bench.profile, opened before anything is measured.
std::optional<Replacement> trace_file(const CommandLine& line) {
  if (!line.has("bench.profile")) return std::nullopt;
  return std::optional<Replacement>(std::in_place, line.own.at("bench.profile"));
}

/// Whole training steps: episodes drawn, forward, backward, clip, update.
class TrainingSteps final {
 public:
  TrainingSteps(const Task& task, const TrainSettings& train, TrainingState& state, Workers& workers)
      : task_(task),
        train_(train),
        state_(state),
        gradients_(workers, state.store().size(), shard_size(state.model(), train.batch)),
        gradient_(state.store().size()) {}

  /// The step on that batch.
  void run(uint64_t batch) {
    compute(batch);
    clip();
    update();
  }

  /// The same for `count` batches with a profile of each worker, which has the last step's events.
  void run_in_profile(uint64_t batch, size_t count, std::vector<Profile>& workers) {
    gradients_.take_profiles(workers);
    for (size_t i = 0; i < count; ++i) {
      const uint64_t begin = Profile::now();
      for (Profile& worker : workers) {
        worker.keep_events(i + 1 == count);
        worker.begin_step(begin);
      }
      compute(batch + i);
      workers[0].mark("sum");
      clip();
      workers[0].mark("clip");
      update();
      workers[0].mark("update");
      for (Profile& worker : workers)
        if (&worker != workers.data()) worker.mark("waiting");
    }
    gradients_.take_profiles({});
  }

 private:
  void compute(uint64_t batch) {
    Stream draw(train_.seed, Split::kTrain, Purpose::kShape, batch);
    gradients_.compute(state_.model(), state_.store_in_training(), task_,
                       {train_.seed, Split::kTrain, batch * train_.batch, train_.batch}, task_.shape(draw, {}),
                       gradient_,
                       {.sum = train_.sum_gradients,
                        .flows_cut_at = train_.flows_cut_at(),
                        .label_smoothing = train_.label_smoothing,
                        .late = state_.late()});
  }
  void clip() {
    clip_gradient(gradient_, gradients_.extents(), state_.store_in_training(),
                  gradient_norm(gradient_, gradients_.extents()), train_.clip, static_cast<Real>(train_.clip_at));
  }
  void update() {
    state_.update(gradient_, gradients_.extents(), gradients_.looked_up(), static_cast<Real>(train_.rate.at(0, 0)));
  }

  const Task& task_;
  const TrainSettings& train_;
  TrainingState& state_;
  BatchGradient gradients_;
  AlignedVector<Real> gradient_;
};

}  // namespace

int bench_command(const CommandLine& line, const std::vector<std::string>&) {
  const Configuration configuration = configure(declarations(), presets_folder(), line);
  const size_t steps = count_option(line, "bench.steps", 100);
  const size_t repetitions = count_option(line, "bench.repetitions", 5);
  const size_t threads = threads_option(line);
  std::optional<Replacement> trace = trace_file(line);
  const auto task = make_task(configuration.settings);
  const TrainSettings train(configuration.settings, task->spec().epoch);
  TrainingState state(configuration.settings, train, task->spec());
  check_training_memory({configuration.settings, state.model(), *task}, train, {}, threads);
  Workers workers(available_threads(threads));
  TrainingSteps training(*task, train, state, workers);
  const FlushDenormals flush;
  const size_t warm_up = std::max<size_t>(steps / 5, 3);
  uint64_t batch = 0;
  for (size_t i = 0; i < warm_up; ++i) training.run(batch++);
  std::vector<std::pair<double, uint64_t>> measured;  // seconds of a repetition, and its first batch
  for (size_t r = 0; r < repetitions; ++r) {
    const uint64_t first = batch;
    const auto begin = std::chrono::steady_clock::now();
    for (size_t i = 0; i < steps; ++i) training.run(batch++);
    measured.emplace_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), first);
  }
  std::sort(measured.begin(), measured.end());
  const auto [median, first] = measured[measured.size() / 2];
  const double peak_rss = peak_rss_mb();
  FastestProduct product(workers);
  product.measure();
  // The batches of the median once more: sequences differ in length.
  std::vector<Profile> profiles(workers.count());
  training.run_in_profile(first, steps, profiles);
  const StepProfile profile = summed_up(profiles, steps);

  const auto sequences = static_cast<double>(train.batch);
  const double rate = static_cast<double>(steps) * sequences / median;
  const double milliseconds = median / static_cast<double>(steps) * 1e3;
  const double operations = profile.operations / sequences, gflops = operations * rate / 1e9;
  const uint64_t parameters = state.store().learned_count();
  const StateSize carried = state_size(state.model(), state.store(), task->spec());
  if (line.has("json")) {
    Json told{{"sequences_per_second", rate},
              {"ms_per_step", milliseconds},
              {"peak_rss_mb", peak_rss},
              {"instructions", instructions()},
              {"parameters", parameters},
              {"operations_per_sequence", operations},
              {"gflops", gflops},
              {"product_gflops", product.gflops()}};
    tell_state(carried, told);
    if (trace) told.set("profile", profile_json(profile));
    fmt::print("{}\n", told.line());
  } else {
    fmt::print("{:.1f} sequences/s  {:.3f} ms/step  peak RSS {:.1f} MB  {} parameters  state {}\n", rate, milliseconds,
               peak_rss, parameters, state_text(carried));
    fmt::print("{:.4g} operations/sequence  {:.1f} GFLOP/s  {:.1f}% of the fastest product, {:.1f} GFLOP/s\n",
               operations, gflops, 100 * gflops / product.gflops(), product.gflops());
    if (trace) fmt::print("{}", profile_text(profile));
  }
  if (trace) {
    trace->write(chrome_trace(profiles));
    trace->commit();
  }
  return kDone;
}

}  // namespace tapehead
