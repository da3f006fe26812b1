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

/// The program around a run, which looks on while it trains.
class RunListener {
 public:
  virtual ~RunListener() = default;

  struct Moment {
    uint64_t sequences, total;          ///< seen so far, and in all
    double bits;                        ///< mean cost of the last batch, in bits a sequence
    const Score* validation = nullptr;  ///< where one was just made
  };
  /// After each update, and after each validation, by the thread that trains. False: the run writes a checkpoint and
  /// ends as one that was interrupted.
  virtual bool goes_on(const Moment& moment) = 0;
  /// The same between batches of a scoring, which then stays undone.
  virtual bool goes_on_scoring() = 0;
};

struct RunRequest {
  Configuration configuration;
  std::filesystem::path directory;
  std::vector<std::string> arguments;  ///< for the manifest
  size_t threads = 1;
  std::string checkpoint = "last";  ///< to resume from, where there is one
  bool extend = false;              ///< resume a finished run (its number of sequences was raised)
  bool shared_terminal = false;     ///< other runs report beside this one
  std::string name = {};            ///< the user's name for its group; empty: keeps the run's, if any
  bool quiet = false;               ///< nothing on standard error
  RunListener* listener = nullptr;
};

struct RunReport {
  Outcome outcome;
  bool was_finished = false;  ///< before this call
  std::string message;        ///< of a diverged run: the first bad value
};

/// Trains until solved, finished, diverged or interrupted; resumes from the directory's checkpoint if that has the same
/// options. Throws InputError for invalid options, and for a directory of another run, which stays as it is.
RunReport run_training(const RunRequest& request);
/// The same with parts already made from its configuration.
RunReport run_training(const RunRequest& request, RunParts parts);

/// A run's config.ini as this version resolves it: options added since have their defaults. The file's own text where
/// it cannot be resolved.
std::string config_today(const std::filesystem::path& file);

/// The labels of a run's tables.
RunLabels run_labels(const Configuration& configuration);

/// Applies options and values that `source` names, such as train.check, to a configuration. Throws InputError, whose
/// text starts with that source, for an unknown option, one that no selected part has, and a value that it cannot have.
Configuration with_overrides(const Configuration& configuration,
                             const std::vector<std::pair<std::string, std::string>>& overrides,
                             const std::string& source);

}  // namespace tapehead::inline TAPEHEAD_REAL
