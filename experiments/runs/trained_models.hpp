#pragma once
// The trained models that come with the program, and the lookup of names that stand for a run. Each is a small run
// directory trained/NAME: config.ini, parameters, and the results of `tapehead eval` (measured.csv).
// scripts/train_shipped.py makes them and their list, trained/models.csv.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tapehead {

/// Beside an installed program (../share/tapehead/trained), else in the source tree.
std::filesystem::path trained_folder();

/// Their names, sorted.
std::vector<std::string> trained_names();

/// A run's directory as it was typed.
struct RunPlace {
  std::filesystem::path directory;
  bool ships;  ///< it comes with the program: nothing is written there
};

/// The run at that path, else the trained model of that name. Throws InputError for a bare name that is neither; the
/// text lists all names and the nearest. A copied trained model is one too: it has no manifest.
RunPlace find_run(const std::string& typed);

/// Whether the path or name is that of a trained model.
bool is_trained_model(const std::string& typed);

/// The metrics of a trained model at one setting.
struct Measured {
  std::string setting;
  uint64_t episodes = 0;
  std::vector<std::pair<std::string, double>> metrics;  ///< as eval names them, in its order

  /// The metric of that name, or nullptr.
  const double* find(std::string_view metric) const;
};

/// One row of models.csv.
struct TrainedRow {
  std::string name, summary, preset;
  std::string options;     ///< that were typed beside the preset
  std::string evaluation;  ///< what was typed after `tapehead eval NAME` to measure it
  uint64_t seed = 0, sequences = 0, parameters = 0, bytes = 0;
  std::vector<Measured> measured;
};

/// The rows of models.csv whose models exist. Throws InputError for a list or table that is not ours.
std::vector<TrainedRow> trained_rows();

}  // namespace tapehead
