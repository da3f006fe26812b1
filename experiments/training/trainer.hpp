#pragma once
// One training run, from its options to its result.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/batches/score.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/training/progress.hpp"
#include "experiments/training/run_parts.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How a run ended.
enum class Outcome { kFinished, kSolved, kDiverged, kInterrupted };

struct RunRequest {
  Configuration configuration;
  std::filesystem::path directory;
  std::vector<std::string> arguments;  ///< for the manifest
  size_t threads = 1;
  std::string checkpoint = "last";  ///< which to go on from, where there is one
  bool extend = false;              ///< a finished run may go on (its number of sequences was raised)
  bool shared_terminal = false;     ///< other runs report beside this one
  std::string name = {};            ///< what the user calls its group; empty: as it was called, or not at all
};

struct RunReport {
  Outcome outcome;
  bool was_finished = false;  ///< before this call
  std::string message;        ///< of a diverged run: the first bad value
};

/// Trains until solved, finished, diverged or interrupted; goes on from the directory's checkpoint if it holds one of
/// the same options. Throws InputError for a directory of another run (untouched) and for what the options get wrong.
RunReport run_training(const RunRequest& request);
/// The same with what was made of its configuration before.
RunReport run_training(const RunRequest& request, RunParts parts);

/// What a run's config.ini says today: options that it does not know, for they came later, have their defaults. As it
/// stands where it cannot be resolved.
std::string config_today(const std::filesystem::path& file);

/// What the labels of a run's tables say.
RunLabels run_labels(const Configuration& configuration);

/// Sets each option of a checkpoint's or eval's "OPTION=VALUE" above a configuration. Throws InputError.
Configuration with_overrides(const Configuration& configuration,
                             const std::vector<std::pair<std::string, std::string>>& overrides);

}  // namespace tapehead::inline TAPEHEAD_REAL
