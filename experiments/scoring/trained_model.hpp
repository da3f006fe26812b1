#pragma once
// A model as loaded from a finished or running training.

#include <filesystem>
#include <memory>
#include <string>

#include "experiments/options/configuration.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Task, model and parameters from a run's directory, with some settings changed ("--memory.slots 256").
struct TrainedModel {
  Configuration configuration;
  std::unique_ptr<Task> task;
  std::unique_ptr<ParameterStore> store;
  std::unique_ptr<Model> model;
  uint64_t sequences = 0;  ///< it was trained on
};

/// The configuration that a run was made with. Throws InputError where there is no run.
Configuration run_configuration(const std::filesystem::path& directory);

/// `overrides`: settings as on a command line; which: "best", "last", "previous". Throws InputError for settings that
/// change the parameters.
TrainedModel load_trained(const std::filesystem::path& directory, const Layer& overrides, const std::string& which);

/// --checkpoint, or "best".
std::string checkpoint_option(const CommandLine& line);

}  // namespace tapehead::inline TAPEHEAD_REAL
