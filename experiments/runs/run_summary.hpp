#pragma once
// The summary of a finished or running run, read from its directory.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tapehead {

struct RunSummary {
  std::filesystem::path directory;
  std::map<std::string, std::string> options;  ///< of config.ini
  std::string status;                          ///< "solved", "finished", "diverged"; "running" without a result
  uint64_t sequences = 0;                      ///< seen
  double seconds = 0;                          ///< of training
  std::string goal;                            ///< the metric that its cost is: what the run stops and chooses by
  std::optional<double> cost;  ///< the goal, of the best weights, or where a run diverged or still runs, the best
                               ///< validation's; none before the first
  std::map<std::string, double> costs;  ///< so of each metric of which less is better
  std::optional<double> error;          ///< wrong answers in a hundred, of a finished run whose answers are classes
  std::optional<uint64_t> perfect;      ///< of the final score: how many had no error
  std::optional<uint64_t> parameters;
  std::string name;  ///< what the user calls its group (tapehead train --name); else empty

  /// Whether the run had a threshold of the cost (train.stop-below) below which it counts as solved.
  bool is_judged() const;
  std::string note;  ///< of a last line that was torn, and so left out; else empty
};

/// The run directories at or below `path`, in natural order. Throws InputError where there is none, FileError where
/// there is none that may be read.
std::vector<std::filesystem::path> find_runs(const std::filesystem::path& path);

/// The directories at or below `path` that may not be read: what lies in them, find_runs() leaves out.
std::vector<std::filesystem::path> unreadable_below(const std::filesystem::path& path);

/// Throws InputError for missing or invalid files; the text names the file and its fault.
RunSummary summarise_run(const std::filesystem::path& directory);

}  // namespace tapehead
