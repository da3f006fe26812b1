#include "experiments/scoring/trained_model.hpp"

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Configuration run_configuration(const std::filesystem::path& directory) {
  const RunDirectory run(directory);
  if (!std::filesystem::exists(run.config()))
    throw InputError(directory.string() +
                     ": holds no run (no config.ini); a directory made by tapehead train is needed");
  return resolve(declarations(), {file_layer(run.config())});
}

TrainedModel load_trained(const std::filesystem::path& directory, const Layer& overrides, const std::string& which) {
  TrainedModel trained;
  const Configuration stored = run_configuration(directory);
  trained.configuration =
      resolve(declarations(), {stored_layer(stored.settings, (directory / "config.ini").string()), overrides});
  const Settings& settings = trained.configuration.settings;
  const RunDirectory run(directory);
  const SafetensorsFile file = run.load(which, {"last", "previous", "best"});
  trained.task = make_task(settings, corpus_of(file, run.checkpoint(which).string()));
  trained.store = std::make_unique<ParameterStore>(static_cast<uint64_t>(settings.integer("seed")));
  trained.model = make_model(settings, trained.task->spec(), *trained.store);
  load_parameters(file, *trained.store, run.checkpoint(which).string());
  const Trained counted = trained_for(file, run.checkpoint(which).string());
  trained.sequences = counted.sequences;
  trained.store->set_seen(counted.of_attempt);
  return trained;
}

std::string checkpoint_option(const CommandLine& line) {
  return line.has("checkpoint") ? line.own.at("checkpoint") : "best";
}

}  // namespace tapehead::inline TAPEHEAD_REAL
