#include "experiments/scoring/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/training/trainer.hpp"

namespace tapehead {
namespace {

std::string in_words(const Score& score) {
  const std::string over = score.over_oracle ? fmt::format(" ({:.4g} over the oracle)", *score.over_oracle) : "";
  const std::string wrong = score.scoring == Scoring::kClasses
                                ? fmt::format("{:.4g} % of the answers wrong", score.error)
                                : fmt::format("{:12.5g} wrong bits (worst {:g})", score.wrong, score.wrong_max);
  return fmt::format("{:12.5g} bits{} {}, {:.1f} % solved", score.bits, over, wrong, 100 * score.solved);
}

/// A setting's text ("task.ids=3;task.split=en") without the tasks' ids, which the groups' own say one by one.
std::string without_ids(const std::string& setting) {
  std::string rest;
  for (size_t at = 0; at < setting.size();) {
    const size_t end = std::min(setting.find(';', at), setting.size());
    const std::string part = setting.substr(at, end - at);
    if (!part.starts_with("task.ids=")) rest += (rest.empty() ? "" : ";") + part;
    at = end + 1;
  }
  return rest;
}

/// A question answering task counts as failed where more of its answers are wrong (Weston et al. 2015).
constexpr double kFailed = 5;

}  // namespace

/// Sums over groups.
struct Evaluation::Means {
  size_t groups = 0;
  uint64_t episodes = 0;
  double error = 0, average_error = 0;
  size_t failed = 0, average_failed = 0;
  bool has_average = false;
  void add(const Scored& s) {
    ++groups;
    episodes += s.score.episodes;
    error += s.score.error;
    failed += s.score.error > kFailed;
    has_average = s.average.has_value();
    average_error += s.average ? s.average->error : 0;
    average_failed += s.average && s.average->error > kFailed;
  }
};

Evaluation::Evaluation(const EvaluationSettings& settings, const TrainedModel& as_trained)
    : settings_(settings),
      workers_(settings.threads),
      scorer_(workers_),
      csv_(settings.table, run_labels(as_trained.configuration), as_trained.sequences),
      prints_(settings.table != "-" && !settings.json) {}

void Evaluation::add_row(const std::string& setting, uint64_t episodes, std::string_view metric, double value) {
  csv_.add(setting, episodes, metric, value);
  if (rows_.empty() || rows_.back().first != setting)
    rows_.emplace_back(setting, Json{{"setting", setting}, {"episodes", episodes}});
  rows_.back().second.set(metric, value);
}

void Evaluation::finish() {
  csv_.finish();
  if (!settings_.json) return;
  Json rows = Json::list();
  for (const auto& [setting, row] : rows_) rows.add(row);
  fmt::print("{}\n", Json{{"settings", rows}}.indented());
}

void Evaluation::score(const Subject& subject) {
  const auto groups = subject.models[subject.chosen].task->groups();
  if (groups.empty()) {
    add(subject.setting, score(subject, kAllGroups));
  } else {
    const std::string setting = without_ids(subject.setting);
    Means means;
    for (size_t g = 0; g < groups.size(); ++g) {
      const Scored scored = score(subject, g);
      add((setting.empty() ? "" : setting + ";") + groups[g], scored);
      means.add(scored);
    }
    if (groups.size() > 1) add_means(setting, means);
  }
  csv_.flush();
}

Evaluation::Scored Evaluation::score(const Subject& subject, size_t group) {
  const TrainedModel& first = subject.models[subject.chosen];
  const auto seed = static_cast<uint64_t>(first.configuration.settings.integer("seed"));
  const size_t there = first.task->episodes(settings_.split, group);
  const ScoredSet set{seed, settings_.split, there > 0 && settings_.all_of_it ? there : settings_.episodes, group};
  std::vector<Member> members;
  for (const TrainedModel& one : subject.models) members.push_back({*one.model, *one.store});
  Scored scored{scorer_.score({&members[subject.chosen], 1}, *first.task, set), {}};
  if (members.size() > 1) scored.average = scorer_.score(members, *first.task, set);
  return scored;
}

void Evaluation::add(const std::string& setting, const Scored& scored) {
  const Score& score = scored.score;
  for (const auto& [metric, value] : score.metrics()) {
    add_row(setting, score.episodes, metric, value);
    if (metric == "wrong_bits") add_row(setting, score.episodes, "wrong_bits_max", score.wrong_max);
  }
  const bool classes = score.scoring == Scoring::kClasses;
  if (scored.average)
    add_row(setting, score.episodes, classes ? "average_error" : "average_wrong_bits",
            classes ? scored.average->error : scored.average->wrong);
  if (!prints_) return;
  fmt::print("{:24} {}\n", setting, in_words(score));
  if (scored.average) fmt::print("{:>24} {}\n", "all restarts together", in_words(*scored.average));
}

void Evaluation::add_means(const std::string& setting, const Means& means) {
  const auto count = static_cast<double>(means.groups);
  add_row(setting, means.episodes, "error", means.error / count);
  add_row(setting, means.episodes, "failed", static_cast<double>(means.failed));
  if (means.has_average) {
    add_row(setting, means.episodes, "average_error", means.average_error / count);
    add_row(setting, means.episodes, "average_failed", static_cast<double>(means.average_failed));
  }
  if (!prints_) return;
  fmt::print("{:24} {:.4g} % wrong, {} of {} above {} %", setting.empty() ? "mean" : setting, means.error / count,
             means.failed, means.groups, kFailed);
  if (means.has_average)
    fmt::print("; all restarts together {:.4g} %, {} above", means.average_error / count, means.average_failed);
  fmt::print("\n");
}

}  // namespace tapehead
