#pragma once
// Several runs scored at the same settings, side by side.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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
    std::map<std::string, std::string> options;  ///< in which the members of a group agree
  };
  using Members = std::vector<const Scored*>;
  std::vector<Members> groups() const;
  /// The folder in which all members lie and no other run; else their names.
  std::string called(const Members& members) const;
  Json as_json() const;
  std::string as_text() const;
  static std::string table(const std::string& metric, const Members& members);

  std::filesystem::path path_;
  bool prints_;
  NewTable csv_;
  std::vector<Scored> scored_;
};

}  // namespace tapehead
