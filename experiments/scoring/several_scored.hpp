#pragma once
// Several runs that were scored on the same settings, beside each other.

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/runs/run_summary.hpp"
#include "experiments/scoring/evaluation.hpp"

namespace tapehead {

class SeveralScored final {
 public:
  /// `path`: what was named, of which the runs' names are below; `csv`: one table of all, "-": on standard output;
  /// empty: none. Throws FileError.
  SeveralScored(std::filesystem::path path, const std::filesystem::path& csv);

  void add(const std::filesystem::path& run, const TrainedModel& trained, const Evaluation& evaluation);

  /// Ends the table, and prints for each group of runs that are alike but for their seed a table of their goal, and one
  /// of each metric that stands beside it: a row a setting, a column a run, and the median of all; as `json` the same
  /// of every metric.
  void finish(bool json);

 private:
  struct Scored {
    std::string name, goal;
    std::vector<Measurement> measured;
    Json settings;
  };
  /// Group by group, which of `scored_` it has, and its name.
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
