#pragma once
// Evaluation of trained models on a task's episodes: scores per setting, printed and written to tables.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autodiff/files/json.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/scoring/guesses.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "experiments/scoring/worst_episodes.hpp"
#include "experiments/training/scored_range.hpp"

namespace tapehead {

/// One point of a grid: options with values, in the grid's order.
using Point = std::vector<std::pair<std::string, std::string>>;

/// "task.length=60;memory.slots=256", as in tables; `without` names an option to leave out.
std::string setting_text(const Point& point, std::string_view without = {});

/// One setting to score: a trained model, and where there are restarts, all of them.
struct Subject {
  Point point;
  std::vector<TrainedModel> models;
  size_t chosen = 0;
};

struct EvaluationSettings {
  Split split;
  size_t episodes;  ///< a setting, of a split without end
  bool all_of_it;   ///< finite splits are scored whole
  size_t threads;
  std::filesystem::path table;             ///< "-": standard output, and nothing else is printed; empty: none
  bool json;                               ///< print one object, once all is scored
  bool is_one_of_several = false;          ///< the caller prints the JSON of all together
  bool is_quiet = false;                   ///< standard output is another's
  size_t worst = 0;                        ///< list this many of the worst episodes of each setting
  std::filesystem::path worst_table = {};  ///< of these; empty: none
  /// The start of a command that traces such an episode: the run, the split, and which weights.
  std::vector<std::string> trace = {};
  std::string split_name = {};
  SearchSettings search = {};  ///< for answers that are said token by token
  bool sums_up_range = false;  ///< of values in the task's scored range only their sum is printed
};

/// One measured number.
struct Measurement {
  std::string setting;
  uint64_t episodes;
  std::string metric;
  double value;
};

/// Scores subjects one after the other, prints and records them. A task whose episodes are scored in groups has a row
/// for each group, and means over them; restarts are scored by the chosen one and as an ensemble. Beside each score
/// stands what guessers get.
class Evaluation final {
 public:
  /// Throws FileError.
  Evaluation(const EvaluationSettings& settings, const TrainedModel& as_trained);

  void score(const Subject& subject);
  /// Completes the table and prints the JSON, if any. Without this call a file keeps its old contents.
  void finish();

  /// The metric that is the trained model's goal.
  const std::string& goal() const { return goal_; }
  /// All measurements, in the order of the table.
  const std::vector<Measurement>& measured() const { return measured_; }
  /// The settings and their measurements, as in --json.
  Json settings_json() const;

 private:
  struct Scored {
    Score score;
    std::optional<Score> together;  ///< of all restarts' answers together
    std::vector<GuessedMetric> guessed;
  };
  struct Means;
  /// Sums over the values of a Task::ScoredRange.
  struct RangeSum {
    RangeScore score;
    uint64_t episodes = 0;
    std::string first, last, worst;
    double most_wrong = 0;  ///< per cent, at `worst`
  };

  Scored score(const Subject& subject, size_t group);
  void add(const std::string& setting, const Scored& scored, bool prints);
  void print_guessed(const std::vector<GuessedMetric>& guessed) const;
  /// `point`: the options that trace needs beside the episode.
  void add_worst(const std::string& setting, const Point& point, const Score& score);
  void add_row(const std::string& setting, uint64_t episodes, std::string_view metric, double value);
  void add_means(const std::string& setting, const Means& means, const Groups& groups);
  /// The option of the point, with its value, that is within the range that the task sums up; nullptr where none is.
  static const Point::value_type* in_range(const Subject& subject);
  void add_to_range(const Subject& subject, const Score& score);
  void finish_ranges();

  EvaluationSettings settings_;
  std::string goal_;
  Workers workers_;
  Scorer scorer_;
  EvalCsv csv_;
  NewTable worst_csv_;
  std::vector<std::pair<std::string, Json>> rows_;  ///< setting and measures
  std::vector<Measurement> measured_;
  std::map<std::string, RangeSum> ranges_;  ///< by the setting without the range's option
  bool prints_;
};

}  // namespace tapehead
