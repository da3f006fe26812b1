#pragma once
// A model as a finished or running training left it.

#include <filesystem>
#include <memory>
#include <string>

#include "experiments/options/configuration.hpp"
#include "models/model.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Task, model and parameters of a run's directory, some settings changed ("--memory.slots 256").
struct TrainedModel {
  Configuration configuration;
  std::unique_ptr<Task> task;
  std::unique_ptr<ParameterStore> store;
  std::unique_ptr<Model> model;
  uint64_t sequences = 0;  ///< it was trained on
};

/// The configuration a run was made with. Throws InputError where there is no run.
Configuration run_configuration(const std::filesystem::path& directory);

/// `overrides` counts like a command line's settings; which: "best", "last", "previous". Throws InputError for settings
/// that change what the parameters are.
TrainedModel load_trained(const std::filesystem::path& directory, const Layer& overrides, const std::string& which);

/// --checkpoint, or "best".
std::string checkpoint_option(const CommandLine& line);

}  // namespace tapehead::inline TAPEHEAD_REAL
