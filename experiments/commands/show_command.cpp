#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/trainer.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {

int show_command(const CommandLine& line, const std::vector<std::string>&) {
  CommandLine with_task = line;
  with_task.settings.entries["task"] = {line.positionals[0], "", ""};
  const Configuration configuration = configure(declarations(), presets_folder(), with_task);
  Settings told;  // without a model a story is shown as a story, not as the words that a recurrent model reads
  for (const auto& [name, value] : configuration.settings.values())
    if (name != "model") told.set(name, value);
  const auto task = make_task(told);
  const auto seed = static_cast<uint64_t>(configuration.settings.integer("seed"));
  const uint64_t episode = index_option(line, "episode");
  Stream draw(seed, Split::kShow, Purpose::kShape, episode);
  Batch batch;
  task->sample({seed, Split::kShow, episode, 1}, task->shape(draw, {}), batch);
  fmt::print("{}", visible(task->show(batch, 0, nullptr)));
  return kDone;
}

}  // namespace tapehead
