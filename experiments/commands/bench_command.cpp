#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/instructions.hpp"
#include "autodiff/files/json.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/available_threads.hpp"
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

}  // namespace

int bench_command(const CommandLine& line, const std::vector<std::string>&) {
  const Configuration configuration = configure(declarations(), presets_folder(), line);
  const size_t steps = count_option(line, "bench.steps", 100);
  const size_t repetitions = count_option(line, "bench.repetitions", 5);
  const size_t threads = threads_option(line);
  const auto task = make_task(configuration.settings);
  const TrainSettings train(configuration.settings, task->spec().epoch);
  TrainingState state(configuration.settings, train, task->spec());
  check_training_memory({configuration.settings, state.model(), *task}, train, {}, threads);
  Workers workers(available_threads(threads));
  BatchGradient gradients(workers, state.store().size(), shard_size(state.model(), train.batch));
  AlignedVector<Real> gradient(state.store().size());
  uint64_t batches = 0;
  const FlushDenormals flush;
  // A whole training step: episodes drawn, forward, backward, clip, update.
  const auto step = [&] {
    Stream draw(train.seed, Split::kTrain, Purpose::kShape, batches);
    gradients.compute(state.model(), state.store(), *task,
                      {train.seed, Split::kTrain, batches * train.batch, train.batch}, task->shape(draw, {}), gradient,
                      {.sum = train.sum_gradients});
    clip_gradient(gradient, state.store(), gradient_norm(gradient), train.clip, static_cast<Real>(train.clip_at));
    state.optimizer().step(state.store().values(), gradient, static_cast<Real>(train.rate.at(0, 0)), ++batches);
  };
  for (size_t i = 0; i < std::max<size_t>(steps / 5, 3); ++i) step();
  std::vector<double> seconds;
  for (size_t r = 0; r < repetitions; ++r) {
    const auto begin = std::chrono::steady_clock::now();
    for (size_t i = 0; i < steps; ++i) step();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  const double rate = static_cast<double>(steps * train.batch) / median;
  const double milliseconds = median / static_cast<double>(steps) * 1e3;
  const uint64_t parameters = state.store().learned_count();
  const RecurrentModel* const in_steps = state.model().in_steps();
  const StateSize carried = in_steps ? state_size(*in_steps, state.store(), task->spec()) : StateSize{};
  if (line.has("json")) {
    Json told{{"sequences_per_second", rate},
              {"ms_per_step", milliseconds},
              {"peak_rss_mb", peak_rss_mb()},
              {"instructions", instructions()},
              {"parameters", parameters}};
    if (in_steps) tell_state(carried, told);
    fmt::print("{}\n", told.line());
  } else {
    fmt::print("{:.1f} sequences/s  {:.3f} ms/step  peak RSS {:.1f} MB  {} parameters{}{}\n", rate, milliseconds,
               peak_rss_mb(), parameters, in_steps ? "  state " : "", in_steps ? state_text(carried) : "");
  }
  return kDone;
}

}  // namespace tapehead
