#include "experiments/commands/goal_help.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {

std::string goal_help(const CommandLine& line) {
  try {
    const Configuration configuration = configure(declarations(), presets_folder(), line);
    const Settings& settings = configuration.settings;
    const auto task = make_task(settings);
    ParameterStore store(static_cast<uint64_t>(settings.integer("seed")));
    const auto model = make_model(settings, task->spec(), store);
    return fmt::format("the goal of task {} with model {}, which a run stops and chooses by: {}", settings.text("task"),
                       settings.text("model"), with_unit(goal_of(*task, *model)));
  } catch (const InputError& error) {
    return fmt::format("the goal is not known, for these options make no run: {}", error.what());
  }
}

}  // namespace tapehead
