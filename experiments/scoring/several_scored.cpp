#include "experiments/scoring/several_scored.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catalogue/metrics/metric.hpp"
#include "experiments/runs/quantile.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_groups.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostColumns = 8;  // runs with a column each; more do not fit side by side

const double* find_value(const std::vector<Measurement>& measured, const std::string& setting,
                         std::string_view metric) {
  for (const Measurement& one : measured)
    if (one.setting == setting && one.metric == metric) return &one.value;
  return nullptr;
}

/// The goal, and the measured metrics to show beside it.
std::vector<std::string> told_metrics(const std::string& goal, const std::vector<Measurement>& measured) {
  std::vector<std::string> told = {goal};
  for (const MetricRow& row : metric_rows())
    if (row.beside && row.name != goal &&
        std::any_of(measured.begin(), measured.end(), [&](const auto& one) { return one.metric == row.name; }))
      told.emplace_back(row.name);
  return told;
}

std::vector<std::string> settings_of(const std::vector<Measurement>& measured) {
  std::vector<std::string> settings;
  for (const Measurement& one : measured)
    if (std::find(settings.begin(), settings.end(), one.setting) == settings.end()) settings.push_back(one.setting);
  return settings;
}

std::string four_figures(const double* value) { return value ? fmt::format("{:.4g}", *value) : "-"; }

}  // namespace

SeveralScored::SeveralScored(std::filesystem::path path, const std::filesystem::path& csv)
    : path_(std::move(path)), prints_(csv != "-"), csv_(csv, fmt::format("run,{}", kEvalHeader)) {}

void SeveralScored::add(const std::filesystem::path& run, const TrainedModel& trained, const Evaluation& evaluation) {
  const std::string name = name_below(run, path_);
  const RunLabels labels = run_labels(trained.configuration);
  for (const Measurement& one : evaluation.measured())
    csv_.add(csv_row({name, labels.task, labels.model, labels.controller, labels.memory, labels.addressing,
                      std::to_string(labels.seed), std::to_string(trained.sequences), one.setting,
                      std::to_string(one.episodes), one.metric, shortest(one.value)}));
  csv_.flush();
  scored_.push_back({name, evaluation.goal(), evaluation.measured(), evaluation.settings_json()});
  summaries_.push_back({});
  summaries_.back().directory = run;
  if (const auto manifest = RunDirectory(run).manifest(); std::filesystem::exists(manifest))
    summaries_.back().name = read_manifest(manifest).text("name").value_or("");
  take_options(ini_layer("config.ini", to_ini(trained.configuration)), summaries_.back());
}

std::vector<std::pair<std::string, std::vector<const SeveralScored::Scored*>>> SeveralScored::groups() const {
  std::vector<std::pair<std::string, std::vector<const Scored*>>> all;
  for (const RunGroup& group : group_runs(summaries_)) {
    all.push_back({group.name, {}});
    for (const RunSummary* run : group.runs)
      all.back().second.push_back(&scored_[static_cast<size_t>(run - summaries_.data())]);
  }
  return all;
}

Json SeveralScored::as_json() const {
  Json runs = Json::list(), medians = Json::list();
  for (const Scored& one : scored_)
    runs.add({{"run", one.name}, {"goal", one.goal}, {"goal_unit", measure_of(one.goal)}, {"settings", one.settings}});
  for (const auto& [name, members] : groups())
    for (const std::string& setting : settings_of(members[0]->measured)) {
      Json row{{"group", name}, {"setting", setting}, {"runs", members.size()}};
      for (const Measurement& one : members[0]->measured) {
        if (one.setting != setting) continue;
        std::vector<double> values;
        for (const Scored* member : members)
          if (const double* value = find_value(member->measured, setting, one.metric)) values.push_back(*value);
        row.set(one.metric, quantile(values, 0.5));
      }
      medians.add(row);
    }
  return Json{{"runs", runs}, {"medians", medians}};
}

std::string SeveralScored::as_text() const {
  std::string text;
  for (const auto& [name, members] : groups())
    for (const std::string& metric : told_metrics(members[0]->goal, members[0]->measured))
      text += fmt::format("\n{}: {} of {} runs\n", name, with_unit(metric), members.size()) + table(metric, members);
  return text;
}

std::string SeveralScored::table(const std::string& metric, const std::vector<const Scored*>& members) {
  const bool has_columns = members.size() <= kMostColumns;
  std::string text = fmt::format("{:24}", "");
  for (const Scored* one : members)
    if (has_columns) text += fmt::format("  {:>10}", one->name);
  text += fmt::format("  {:>10}  quartiles\n", "median");
  for (const std::string& setting : settings_of(members[0]->measured)) {
    std::vector<double> values;
    std::string row = fmt::format("{:24}", setting);
    for (const Scored* one : members) {
      const double* value = find_value(one->measured, setting, metric);
      if (value) values.push_back(*value);
      if (has_columns) row += fmt::format("  {:>{}}", four_figures(value), std::max<size_t>(10, one->name.size()));
    }
    if (values.empty()) continue;
    const double median = quantile(values, 0.5);
    text += fmt::format("{}  {:>10}  [{:.4g}, {:.4g}]\n", row, four_figures(&median), quantile(values, 0.25),
                        quantile(values, 0.75));
  }
  return text;
}

void SeveralScored::finish(bool json) {
  csv_.finish();
  if (json)
    fmt::print("{}\n", as_json().indented());
  else if (prints_)
    fmt::print("{}", as_text());
}

}  // namespace tapehead
