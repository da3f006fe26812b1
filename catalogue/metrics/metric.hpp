#pragma once
// What is measured: a row a metric, and which of them is what a run stops and chooses by.

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tapehead {

/// A row of metric_rows.inc, which says what each field means.
struct MetricRow {
  std::string_view name, words, unit, better, kind, only_in, goal_with;
  bool beside;

  bool only_in_eval() const { return only_in == "eval"; }
  double least() const;  ///< no run has a value below
  /// "wrong answers (%)", "wrong bits per sequence".
  std::string label() const;
  /// What numbers of it are: "%", "bits per sequence", "wrong bits per sequence".
  std::string measure() const;
};

std::span<const MetricRow> metric_rows();

/// nullptr for one that has no row.
const MetricRow* find_metric(std::string_view name);

/// Whether eval.csv alone has it; a metric without a row is in all tables.
bool is_only_in_eval(std::string_view metric);

/// MetricRow::least(); −infinity for one that has no row.
double least_of(std::string_view metric);

/// MetricRow::measure(); empty for one that has no row.
std::string measure_of(std::string_view metric);

/// "error (%)": a metric's name and what its numbers are.
std::string with_unit(std::string_view metric);

/// The goal of a run that does not name it, by which metrics it has; "bits" where it has none that tells.
std::string_view goal_among(const std::function<bool(std::string_view)>& has);

/// The metrics that may be goals, for help: "over_oracle (bits per sequence), error (%) or bits (bits per sequence)".
std::string possible_goals();

}  // namespace tapehead
