#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

#include "autodiff/error.hpp"
#include "experiments/command.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/metrics_csv.hpp"
#include "experiments/restarts.hpp"
#include "experiments/run_directory.hpp"
#include "experiments/score.hpp"
#include "experiments/split_option.hpp"
#include "experiments/train_settings.hpp"
#include "experiments/trained_model.hpp"
#include "experiments/trainer.hpp"

namespace tapehead {
namespace {

/// One point of the grid: what is set, in the grid's order.
using Point = std::vector<std::pair<std::string, std::string>>;

/// Every combination of the values, the last option running fastest.
std::vector<Point> combinations(const std::vector<std::pair<std::string, std::vector<std::string>>>& axes) {
  std::vector<Point> points(1);
  for (const auto& [name, values] : axes) {
    std::vector<Point> longer;
    for (const Point& point : points)
      for (const std::string& value : values) {
        longer.push_back(point);
        longer.back().emplace_back(name, value);
      }
    points = std::move(longer);
  }
  return points;
}

std::string setting_text(const Point& point) {
  std::string text;
  for (const auto& [name, value] : point) text += (text.empty() ? "" : ";") + name + "=" + value;
  return text;
}

struct Grid {
  std::vector<Point> points;
  bool is_own;  ///< the task's, not typed: what the memory cannot hold is left out of it
};

/// The typed settings as axes; where none of the task's is among them, those beside each line of the task's own grid.
Grid make_grid(const Configuration& configuration, const Layer& typed, const Task& task) {
  using Axes = std::vector<std::pair<std::string, std::vector<std::string>>>;
  const auto add_axis = [&](Axes& axes, const std::string& name, const std::string& text) {
    const Option* option = configuration.find(name);
    // Where there is no such option, resolving says best what is wrong with it.
    axes.push_back({name, option ? expand_grid(*option, text) : std::vector<std::string>{text}});
  };
  Axes said;
  bool of_task = false;
  for (const auto& [name, entry] : typed.entries) {
    add_axis(said, name, entry.value);
    of_task = of_task || name.starts_with("task.");
  }
  const Task::Grid own = task.grid();
  if (of_task || own.empty()) return {combinations(said), false};
  Grid grid{{}, true};
  for (const auto& line : own) {
    Axes axes = said;
    for (const Task::Axis& axis : line) add_axis(axes, axis.option, axis.values);
    const std::vector<Point> more = combinations(axes);
    grid.points.insert(grid.points.end(), more.begin(), more.end());
  }
  return grid;
}

/// What is wrong where the task asks for more vectors to be kept at once than the memory has slots; else empty. What
/// the run was trained on is not wrong: a memory as large as then may be asked for as much as then.
std::string too_much(const TrainedModel& as_trained, const TrainedModel& asked, const std::string& setting) {
  const Settings& settings = asked.configuration.settings;
  const size_t needed = asked.task->must_hold();
  if (!settings.has("memory.slots") || needed <= settings.size("memory.slots")) return "";
  if (needed <= as_trained.task->must_hold() &&
      settings.size("memory.slots") >= as_trained.configuration.settings.size("memory.slots"))
    return "";
  return fmt::format(
      "{}: got {} vectors to be kept at once; memory.slots has {}, and --memory.slots {} is needed for that", setting,
      needed, settings.size("memory.slots"), needed);
}

std::string in_words(const Score& score) {
  const std::string over = score.over_oracle ? fmt::format(" ({:.4g} over the oracle)", *score.over_oracle) : "";
  const std::string wrong = score.scoring == Scoring::kClasses
                                ? fmt::format("{:.4g} % of the answers wrong", score.error)
                                : fmt::format("{:12.5g} wrong bits (worst {:g})", score.wrong, score.wrong_max);
  return fmt::format("{:12.5g} bits{} {}, {:.1f} % solved", score.bits, over, wrong, 100 * score.solved);
}

/// A setting's text without the tasks' ids, which the groups' own say one by one.
std::string without_ids(const std::string& setting) {
  static const std::regex ids("(^|;)task\\.ids=[^;]*");
  const std::string rest = std::regex_replace(setting, ids, "");
  return rest.starts_with(';') ? rest.substr(1) : rest;
}

/// A question answering task counts as failed where more of its answers are wrong (Weston et al. 2015).
constexpr double kFailed = 5;

/// One setting to be scored: a trained model, and where there are restarts, all of them.
struct Subject {
  std::string setting;
  std::vector<TrainedModel> models;
  size_t chosen = 0;
};

/// Restarts answer together only where their answers mean the same.
void check_alike(const std::vector<TrainedModel>& models) {
  for (const TrainedModel& one : models) {
    const auto &first = models[0].task->spec().corpus, &other = one.task->spec().corpus;
    if (first && *first != *other)
      throw InputError(fmt::format(
          "restart {}: was trained on other stories than its fellows; restarts on the same files are needed",
          one.configuration.settings.text("train.restart")));
  }
}

/// Scores, prints and writes down one subject after the other.
class Evaluation final {
 public:
  Evaluation(const CommandLine& line, Split split, uint64_t episodes, const std::filesystem::path& table,
             const TrainedModel& as_trained)
      : split_(split),
        episodes_(episodes),
        all_of_it_(!line.has("episodes")),
        workers_(threads_option(line)),
        scorer_(workers_),
        csv_(table, run_labels(as_trained.configuration), as_trained.sequences),
        prints_(table != "-") {}

  void score(const Subject& subject) {
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
  void finish() { csv_.finish(); }

 private:
  struct Scored {
    Score score;
    std::optional<Score> average;  ///< of all restarts' answers together
  };
  struct Means {
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

  Scored score(const Subject& subject, size_t group) {
    const TrainedModel& first = subject.models[subject.chosen];
    const auto seed = static_cast<uint64_t>(first.configuration.settings.integer("seed"));
    const ScoredSet set{seed, split_, set_size(*first.task, group), group};
    std::vector<Member> members;
    for (const TrainedModel& one : subject.models) members.push_back({*one.model, *one.store, one.seen});
    Scored scored{scorer_.score({&members[subject.chosen], 1}, *first.task, set), {}};
    if (members.size() > 1) scored.average = scorer_.score(members, *first.task, set);
    return scored;
  }

  uint64_t set_size(const Task& task, size_t group) const {
    const size_t there = task.episodes(split_, group);
    return there > 0 && all_of_it_ ? there : episodes_;
  }

  void add(const std::string& setting, const Scored& scored) {
    const Score& score = scored.score;
    for (const auto& [metric, value] : score.metrics()) {
      csv_.add(setting, score.episodes, metric, value);
      if (metric == "wrong_bits") csv_.add(setting, score.episodes, "wrong_bits_max", score.wrong_max);
    }
    const bool classes = score.scoring == Scoring::kClasses;
    if (scored.average)
      csv_.add(setting, score.episodes, classes ? "average_error" : "average_wrong_bits",
               classes ? scored.average->error : scored.average->wrong);
    if (!prints_) return;
    fmt::print("{:24} {}\n", setting, in_words(score));
    if (scored.average) fmt::print("{:>24} {}\n", "all restarts together", in_words(*scored.average));
  }

  void add_means(const std::string& setting, const Means& means) {
    const auto count = static_cast<double>(means.groups);
    csv_.add(setting, means.episodes, "error", means.error / count);
    csv_.add(setting, means.episodes, "failed", static_cast<double>(means.failed));
    if (means.has_average) {
      csv_.add(setting, means.episodes, "average_error", means.average_error / count);
      csv_.add(setting, means.episodes, "average_failed", static_cast<double>(means.average_failed));
    }
    if (!prints_) return;
    fmt::print("{:24} {:.4g} % wrong, {} of {} above {} %", setting.empty() ? "mean" : setting, means.error / count,
               means.failed, means.groups, kFailed);
    if (means.has_average)
      fmt::print("; all restarts together {:.4g} %, {} above", means.average_error / count, means.average_failed);
    fmt::print("\n");
  }

  Split split_;
  uint64_t episodes_;
  bool all_of_it_;
  Workers workers_;
  Scorer scorer_;
  EvalCsv csv_;
  bool prints_;
};

}  // namespace

int eval_command(const CommandLine& line, const std::vector<std::string>&) {
  const std::filesystem::path directory = line.positionals[0];
  const std::string which = checkpoint_option(line);
  const size_t episodes = count_option(line, "episodes", 100);
  const Split split = split_option(line, Split::kEval);
  const auto restarts = find_restarts(directory);
  const size_t chosen = restarts.empty() ? 0 : choose_restart(restarts);
  const std::filesystem::path run = restarts.empty() ? directory : restarts[chosen];
  const TrainedModel as_trained = load_trained(run, {}, which);
  const Grid grid = make_grid(as_trained.configuration, line.settings, *as_trained.task);
  // All settings are tried before the first is scored: a bad one costs no time.
  std::vector<Subject> subjects;
  std::vector<std::string> refusals;
  for (const Point& point : grid.points) {
    Layer layer = line.settings;
    layer.entries.clear();
    layer.must_apply = true;
    for (const auto& [name, value] : point) layer.entries[name] = {value, "", ""};
    Subject subject{setting_text(point), {}, chosen};
    for (const auto& one : restarts) subject.models.push_back(load_trained(one, layer, which));
    if (restarts.empty()) subject.models.push_back(load_trained(run, layer, which));
    check_alike(subject.models);
    (void)subject.models[0].task->episodes(split);  // refuses a split that is not there
    const std::string refusal = too_much(as_trained, subject.models[chosen], subject.setting);
    if (refusal.empty())
      subjects.push_back(std::move(subject));
    else
      refusals.push_back(refusal);
  }
  if (!refusals.empty() && (!grid.is_own || subjects.empty())) throw InputError(refusals.front());
  if (!refusals.empty())
    fmt::print(stderr, "{} settings are left out; the first: {}\n", refusals.size(), refusals.front());
  install_interrupt_handlers();
  const std::filesystem::path table = line.has("csv") ? line.own.at("csv") : (directory / "eval.csv").string();
  Evaluation evaluation(line, split, episodes, table, as_trained);
  for (const Subject& subject : subjects) {
    if (interrupted()) return kInterrupted;  // an earlier table stays
    evaluation.score(subject);
  }
  evaluation.finish();
  return kDone;
}

}  // namespace tapehead
