#include "experiments/scoring/several_scored.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "catalogue/metrics/metric.hpp"
#include "experiments/runs/quantile.hpp"
#include "experiments/training/trainer.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostColumns = 8;  // runs with a column each; more do not fit side by side

constexpr const char* kNotADifference[] = {
#include "experiments/files/not_a_difference.inc"
};

/// The options in which the runs of a group agree.
std::map<std::string, std::string> shared_options(const Configuration& configuration) {
  std::map<std::string, std::string> shared;
  for (const auto& [name, entry] : ini_layer("config.ini", to_ini(configuration)).entries) shared[name] = entry.value;
  for (const char* name : kNotADifference) shared.erase(name);
  return shared;
}

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
  scored_.push_back({name, evaluation.goal(), evaluation.measured(), evaluation.settings_json(),
                     shared_options(trained.configuration)});
}

std::vector<SeveralScored::Members> SeveralScored::groups() const {
  std::vector<Members> all;
  for (const Scored& one : scored_) {
    const auto same = [&](const Members& members) { return members[0]->options == one.options; };
    const auto known = std::find_if(all.begin(), all.end(), same);
    (known == all.end() ? all.emplace_back() : *known).push_back(&one);
  }
  return all;
}

std::string SeveralScored::called(const Members& members) const {
  if (members.size() == scored_.size()) return "all runs";
  const auto folder = [](const Scored& one) { return std::filesystem::path(one.name).parent_path(); };
  const auto above = folder(*members[0]);
  const auto is_there = [&](const Scored& one) { return folder(one) == above; };
  const auto is_member_there = [&](const Scored* one) { return is_there(*one); };
  if (std::all_of(members.begin(), members.end(), is_member_there) &&
      std::count_if(scored_.begin(), scored_.end(), is_there) == std::ssize(members))
    return above.string();
  std::vector<std::string> names;
  for (const Scored* one : members) names.push_back(one->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Json SeveralScored::as_json() const {
  Json runs = Json::list(), medians = Json::list();
  for (const Scored& one : scored_)
    runs.add({{"run", one.name}, {"goal", one.goal}, {"goal_unit", measure_of(one.goal)}, {"settings", one.settings}});
  for (const Members& members : groups())
    for (const std::string& setting : settings_of(members[0]->measured)) {
      Json row{{"group", called(members)}, {"setting", setting}, {"runs", members.size()}};
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
  for (const Members& members : groups())
    for (const std::string& metric : told_metrics(members[0]->goal, members[0]->measured))
      text += fmt::format("\n{}: {} of {} runs\n", called(members), with_unit(metric), members.size()) +
              table(metric, members);
  return text;
}

std::string SeveralScored::table(const std::string& metric, const Members& members) {
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
