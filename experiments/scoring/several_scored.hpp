#pragma once
// Several runs scored at the same settings, side by side.

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/runs/run_summary.hpp"
#include "experiments/scoring/evaluation.hpp"

namespace tapehead {

class SeveralScored final {
 public:
  /// `path`: the named directory, which the runs' names are relative to; `csv`: one table for all, "-": on standard
  /// output; empty: none. Throws FileError.
  SeveralScored(std::filesystem::path path, const std::filesystem::path& csv);

  void add(const std::filesystem::path& run, const TrainedModel& trained, const Evaluation& evaluation);

  /// Ends the table. For each group of runs alike except for their seed, prints a table of their goal and one of each
  /// metric shown beside it: a row per setting, a column per run, and the median; as `json` the same for every metric.
  void finish(bool json);

 private:
  struct Scored {
    std::string name, goal;
    std::vector<Measurement> measured;
    Json settings;
  };
  /// For each group its name and its members in `scored_`.
  std::vector<std::pair<std::string, std::vector<const Scored*>>> groups() const;
  Json as_json() const;
  std::string as_text() const;
  static std::string table(const std::string& metric, const std::vector<const Scored*>& members);

  std::filesystem::path path_;
  bool prints_;
  NewTable csv_;
  std::vector<Scored> scored_;
  std::vector<RunSummary> summaries_;
};

}  // namespace tapehead
