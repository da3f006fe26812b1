#include "experiments/scoring/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/files/shell_word.hpp"
#include "experiments/training/trainer.hpp"
#include "tasks/data/text/percent.hpp"

namespace tapehead {

std::string setting_text(const Point& point, std::string_view without) {
  std::string text;
  for (const auto& [option, value] : point)
    if (option != without) text += (text.empty() ? "" : ";") + option + "=" + value;
  return text;
}

/// Sums over groups, of the metric that their task names.
struct Evaluation::Means {
  struct Sum {
    double metric = 0;
    size_t failed = 0;
    void add(const Score& score, const Groups& groups) {
      metric += score.value(groups.metric);
      failed += score.value(groups.metric) > groups.fails_above;
    }
  };

  size_t count = 0;
  uint64_t episodes = 0;
  Sum alone, together;
  bool has_together = false;
  std::vector<GuessedMetric> guessed;  ///< sums of the metric

  void add(const Scored& scored, const Groups& groups) {
    ++count;
    episodes += scored.score.episodes;
    alone.add(scored.score, groups);
    has_together = scored.together.has_value();
    if (has_together) together.add(*scored.together, groups);
    for (const GuessedMetric& one : scored.guessed) {
      if (one.metric != groups.metric) continue;
      const auto found = std::find_if(guessed.begin(), guessed.end(),
                                      [&](const GuessedMetric& sum) { return sum.guesser == one.guesser; });
      if (found == guessed.end())
        guessed.push_back(one);
      else
        found->value += one.value;
    }
  }
};

Evaluation::Evaluation(const EvaluationSettings& settings, const TrainedModel& as_trained)
    : settings_(settings),
      goal_(goal_of(*as_trained.task, *as_trained.model)),
      workers_(settings.threads),
      scorer_(workers_),
      csv_(settings.table, run_labels(as_trained.configuration), as_trained.sequences),
      worst_csv_(settings.worst_table, kWorstHeader),
      prints_(settings.table != "-" && settings.worst_table != "-" && !settings.json && !settings.is_quiet) {
  if (prints_ && goal_ != "bits") fmt::print("goal: {}\n", with_unit(goal_));
}

void Evaluation::add_row(const std::string& setting, uint64_t episodes, std::string_view metric, double value) {
  csv_.add(setting, episodes, metric, value);
  measured_.push_back({setting, episodes, std::string(metric), value});
  if (rows_.empty() || rows_.back().first != setting)
    rows_.emplace_back(setting, Json{{"setting", setting}, {"episodes", episodes}});
  rows_.back().second.set(metric, value);
}

void Evaluation::finish() {
  finish_ranges();
  csv_.finish();
  worst_csv_.finish();
  if (settings_.json && !settings_.is_one_of_several)
    fmt::print("{}\n",
               Json{{"goal", goal_}, {"goal_unit", measure_of(goal_)}, {"settings", settings_json()}}.indented());
}

Json Evaluation::settings_json() const {
  Json rows = Json::list();
  for (const auto& [setting, row] : rows_) rows.add(row);
  return rows;
}

void Evaluation::print_guessed(const std::vector<GuessedMetric>& guessed) const {
  if (prints_ && !guessed.empty()) fmt::print("{:>24} {}\n", "by guessing:", guessed_text(guessed));
}

void Evaluation::score(const Subject& subject) {
  const Groups groups = subject.models[subject.chosen].task->groups();
  if (groups.values.empty()) {
    const Scored scored = score(subject, kAllGroups);
    add(setting_text(subject.point), scored, prints_ && !(settings_.sums_up_range && in_range(subject)));
    add_worst(setting_text(subject.point), subject.point, scored.score);
    add_to_range(subject, scored.score);
  } else {
    const std::string setting = setting_text(subject.point, groups.option);
    Means means;
    for (size_t g = 0; g < groups.values.size(); ++g) {
      const Scored scored = score(subject, g);
      Point point;  // selects this group alone: its episodes are then the whole split
      for (const auto& one : subject.point)
        if (one.first != groups.option) point.push_back(one);
      point.emplace_back(groups.option, groups.values[g]);
      add(setting_text(point), scored, prints_);
      add_worst(setting_text(point), point, scored.score);
      means.add(scored, groups);
    }
    if (means.count > 1) add_means(setting, means, groups);
  }
  csv_.flush();
  worst_csv_.flush();
}

Evaluation::Scored Evaluation::score(const Subject& subject, size_t group) {
  const TrainedModel& first = subject.models[subject.chosen];
  const auto seed = static_cast<uint64_t>(first.configuration.settings.integer("seed"));
  const size_t there = first.task->episodes(settings_.split, group);
  const ScoredSet set{seed, settings_.split, there > 0 && settings_.all_of_it ? there : settings_.episodes, group,
                      settings_.search};
  std::vector<Member> members;
  for (const TrainedModel& one : subject.models) members.push_back({*one.model, *one.store});
  Scored scored{scorer_.score({&members[subject.chosen], 1}, *first.task, set), {}, guessed(*first.task, set)};
  if (const double bits = scored.score.value("bits"); !std::isfinite(bits))
    throw DivergedError(fmt::format("{}: the cost is {} bits; a model whose answers are finite numbers is needed",
                                    setting_text(subject.point), bits));
  if (members.size() > 1) scored.together = scorer_.score(members, *first.task, set);
  return scored;
}

void Evaluation::add(const std::string& setting, const Scored& scored, bool prints) {
  const Score& score = scored.score;
  for (const Metric& metric : score.metrics) add_row(setting, score.episodes, metric.name, metric.value);
  if (scored.together)
    add_row(setting, score.episodes, fmt::format("average_{}", score.mistakes), scored.together->value(score.mistakes));
  for (const GuessedMetric& one : scored.guessed) add_row(setting, score.episodes, one.name(), one.value);
  if (!prints) return;
  fmt::print("{:24} {}\n", setting, score.text);
  if (scored.together) fmt::print("{:>24} {}\n", "all restarts together", scored.together->text);
  print_guessed(scored.guessed);
}

const Point::value_type* Evaluation::in_range(const Subject& subject) {
  const auto range = subject.models[subject.chosen].task->scored_range();
  if (!range) return nullptr;
  const auto found = std::find_if(subject.point.begin(), subject.point.end(), [&](const auto& one) {
    const auto number = one.first == range->option ? read_number<uint64_t>(one.second) : std::nullopt;
    return number && *number >= range->from && *number <= range->to;
  });
  return found == subject.point.end() ? nullptr : &*found;
}

void Evaluation::add_to_range(const Subject& subject, const Score& score) {
  const auto* const found = in_range(subject);
  if (!found) return;
  const auto& [option, value] = *found;
  RangeSum& sum = ranges_[setting_text(subject.point, option)];
  const double wrong = score.value("error");
  sum.episodes += score.episodes;
  sum.score.add(score);
  if (wrong > sum.most_wrong) {
    sum.most_wrong = wrong;
    sum.worst = value;
  }
  if (sum.score.values() == 1) sum.first = value;
  sum.last = value;
}

void Evaluation::finish_ranges() {
  for (const auto& [setting, sum] : ranges_) {
    const RangeScore& all = sum.score;
    if (all.values() < 2) continue;  // one value's rows say all
    add_row(setting, sum.episodes, "score", all.score());
    add_row(setting, sum.episodes, "perfect_lengths", static_cast<double>(all.perfect()));
    if (!prints_) continue;
    const std::string worst =
        sum.worst.empty() ? "" : fmt::format("; most wrong at {}: {:.3g} %", sum.worst, sum.most_wrong);
    fmt::print(
        "{:24} score {:.2f}: the mean of {} lengths from {} to {} ({} sequences each), {} of them without an "
        "error{}\n",
        setting, all.score(), all.values(), sum.first, sum.last, sum.episodes / all.values(), all.perfect(), worst);
  }
}

void Evaluation::add_worst(const std::string& setting, const Point& point, const Score& score) {
  if (settings_.worst == 0) return;
  const std::vector<WorstEpisode> worst = worst_of(score.each, settings_.worst);
  rows_.back().second.set("worst", worst_json(worst));
  add_worst_rows(worst_csv_, settings_.split_name, setting, worst);
  if (!prints_ || worst.empty()) return;
  std::vector<std::string> words = settings_.trace;
  words.insert(words.end(), {"--episode", std::to_string(worst[0].number)});
  for (const auto& [option, value] : point) words.insert(words.end(), {"--" + option, value});
  words.insert(words.end(), {"--out", fmt::format("episode-{}.h5", worst[0].number)});
  fmt::print("{}{:>24} {}\n", worst_text(worst), "to look into the first:", command_line(words));
}

void Evaluation::add_means(const std::string& setting, const Means& means, const Groups& groups) {
  const auto count = static_cast<double>(means.count);
  const double alone = means.alone.metric / count, together = means.together.metric / count;
  add_row(setting, means.episodes, groups.metric, alone);
  add_row(setting, means.episodes, "failed", static_cast<double>(means.alone.failed));
  if (means.has_together) {
    add_row(setting, means.episodes, "average_" + groups.metric, together);
    add_row(setting, means.episodes, "average_failed", static_cast<double>(means.together.failed));
  }
  std::vector<GuessedMetric> guessed = means.guessed;
  for (GuessedMetric& one : guessed) {
    one.value /= count;
    add_row(setting, means.episodes, one.name(), one.value);
  }
  if (!prints_) return;
  const auto told = [&](double value) {
    return groups.unit == "%" ? percent(value, 100, 2) : fmt::format("{:.4g} {}", value, groups.unit);
  };
  fmt::print("{:24} {} wrong, {} of {} above {} {}", setting.empty() ? "mean" : setting, told(alone),
             means.alone.failed, means.count, groups.fails_above, groups.unit);
  if (means.has_together) fmt::print("; all restarts together {}, {} above", told(together), means.together.failed);
  fmt::print("\n");
  print_guessed(guessed);
}

}  // namespace tapehead
