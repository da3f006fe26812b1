#include "catalogue/metrics/metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace tapehead {
namespace {

constexpr MetricRow kRows[] = {
#include "catalogue/metrics/metric_rows.inc"
};

}  // namespace

double MetricRow::least() const {
  constexpr double kLowest = -1e9;  // far below what a cost above the oracle's, or a model's own objective, comes to
  const bool is_signed = kind == "signed";
  return is_signed ? kLowest : 0;
}

std::string MetricRow::measure() const {
  return unit.starts_with("per ") ? fmt::format("{} {}", words, unit) : std::string(unit);
}

std::string MetricRow::label() const {
  if (unit.empty()) return std::string(words);
  return unit.starts_with("per ") ? measure() : fmt::format("{} ({})", words, unit);
}

std::span<const MetricRow> metric_rows() { return kRows; }

const MetricRow* find_metric(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const MetricRow& row) { return row.name == name; });
  return found == std::end(kRows) ? nullptr : found;
}

bool is_only_in_eval(std::string_view metric) {
  const MetricRow* const row = find_metric(metric);
  return row && row->only_in_eval();
}

double least_of(std::string_view metric) {
  const MetricRow* const row = find_metric(metric);
  return row ? row->least() : -std::numeric_limits<double>::infinity();
}

std::string measure_of(std::string_view metric) {
  const MetricRow* const row = find_metric(metric);
  return row ? row->measure() : "";
}

std::string with_unit(std::string_view metric) {
  const std::string unit = measure_of(metric);
  return unit.empty() ? std::string(metric) : fmt::format("{} ({})", metric, unit);
}

std::string_view goal_among(const std::function<bool(std::string_view)>& has) {
  for (const MetricRow& row : kRows)
    if (!row.goal_with.empty() && has(row.goal_with)) return row.name;
  return "bits";
}

std::string possible_goals() {
  std::string text, last;
  for (const MetricRow& row : kRows) {
    if (row.goal_with.empty()) continue;
    if (!last.empty()) text += (text.empty() ? "" : ", ") + last;
    last = with_unit(row.name);
  }
  return text.empty() ? last : text + " or " + last;
}

}  // namespace tapehead
