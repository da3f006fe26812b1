#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/scoring/guesses.hpp"
#include "experiments/scoring/one_episode.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/trainer.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

/// What guessers get, a metric a line; of each group by itself.
void show_guesses(const Task& task, ScoredSet set) {
  const Groups groups = task.groups();
  for (size_t g = 0; g < std::max<size_t>(groups.values.size(), 1); ++g) {
    if (!groups.values.empty()) {
      set.group = g;
      fmt::print("{}\n", groups.setting(g));
    }
    for (const GuessedMetric& one : guessed(task, set))
      fmt::print("{:26} {:>10.6g}  {}\n", one.name(), one.value, find_metric(one.name())->label());
  }
}

}  // namespace

int show_command(const CommandLine& line, const std::vector<std::string>&) {
  CommandLine with_task = line;
  with_task.settings.entries["task"] = {line.positionals[0], "", ""};
  const Configuration configuration = configure(declarations(), presets_folder(), with_task);
  Settings told;  // without a model a story is shown as a story, not as the words that a recurrent model reads
  for (const auto& [name, value] : configuration.settings.values())
    if (name != "model") told.set(name, value);
  const auto task = make_task(told);
  const auto seed = static_cast<uint64_t>(configuration.settings.integer("seed"));
  if (line.has("guessers")) {
    if (line.has("episode"))
      throw InputError("--episode: does not go with --guessers; one without the other is needed");
    show_guesses(*task, {seed, Split::kEval, count_option(line, "guessers", 1)});
    return kDone;
  }
  const uint64_t episode = index_option(line, "episode");
  check_episode(*task, Split::kShow, episode);
  Stream draw(seed, Split::kShow, Purpose::kShape, episode);
  Batch batch;
  task->sample({seed, Split::kShow, episode, 1}, task->shape(draw, {}), batch);
  fmt::print("{}", visible(task->show(batch, 0, nullptr)));
  return kDone;
}

}  // namespace tapehead
