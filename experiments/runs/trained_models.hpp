#pragma once
// The trained models that come with the program, and what a name means where a run's directory is wanted. Each is a run
// directory in small, trained/NAME: its config.ini, its parameters, and what `tapehead eval` made of it (measured.csv).
// scripts/train_shipped.py makes them, and trained/models.csv, the list.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tapehead {

/// Where they lie: beside an installed program (../share/tapehead/trained), else in the source tree.
std::filesystem::path trained_folder();

/// Their names, sorted.
std::vector<std::string> trained_names();

/// A run's directory as it was typed.
struct RunPlace {
  std::filesystem::path directory;
  bool ships;  ///< it comes with the program: nothing is written there
};

/// What lies under that path; else the trained model of that name. Throws InputError for a bare name that is neither:
/// all names, and the nearest. A copy of a trained model elsewhere is one too: it has no manifest.
RunPlace find_run(const std::string& typed);

/// Whether that is a trained model, by path or by name.
bool is_trained_model(const std::string& typed);

/// One setting that a trained model was scored on.
struct Measured {
  std::string setting;
  uint64_t episodes = 0;
  std::vector<std::pair<std::string, double>> metrics;  ///< as eval names them, in its order

  /// The metric of that name, or nullptr.
  const double* find(std::string_view metric) const;
};

/// What the list says of one.
struct TrainedRow {
  std::string name, summary, preset;
  std::string options;     ///< that were typed beside the preset
  std::string evaluation;  ///< what was typed after `tapehead eval NAME` to measure it
  uint64_t seed = 0, sequences = 0, parameters = 0, bytes = 0;
  std::vector<Measured> measured;
};

/// The rows of models.csv whose models are there. Throws InputError for a list or table that is not ours.
std::vector<TrainedRow> trained_rows();

}  // namespace tapehead
