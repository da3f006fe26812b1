#include <fmt/format.h>

#include <algorithm>

#include "autodiff/error.hpp"
#include "experiments/command.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/metrics_csv.hpp"
#include "experiments/run_directory.hpp"
#include "experiments/score.hpp"
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

Split split_option(const CommandLine& line) {
  const std::string name = line.has("split") ? line.own.at("split") : "eval";
  if (name == "eval") return Split::kEval;
  if (name == "final") return Split::kFinal;
  if (name == "validation") return Split::kValidation;
  throw InputError(unknown_name("--split", name, {"eval", "final", "validation"}));
}

}  // namespace

int eval_command(const CommandLine& line, const std::vector<std::string>&) {
  const std::filesystem::path directory = line.positionals[0];
  const std::string which = checkpoint_option(line);
  const size_t episodes = count_option(line, "episodes", 100);
  const Split split = split_option(line);
  const TrainedModel as_trained = load_trained(directory, {}, which);
  const Grid grid = make_grid(as_trained.configuration, line.settings, *as_trained.task);
  // All settings are tried before the first is scored: a bad one costs no time.
  std::vector<TrainedModel> models;
  std::vector<std::string> settings, refusals;
  for (const Point& point : grid.points) {
    Layer layer = line.settings;
    layer.entries.clear();
    layer.must_apply = true;
    for (const auto& [name, value] : point) layer.entries[name] = {value, "", ""};
    TrainedModel model = load_trained(directory, layer, which);
    if (const std::string refusal = too_much(as_trained, model, setting_text(point)); !refusal.empty()) {
      refusals.push_back(refusal);
      continue;
    }
    settings.push_back(setting_text(point));
    models.push_back(std::move(model));
  }
  if (!refusals.empty() && (!grid.is_own || models.empty())) throw InputError(refusals.front());
  if (!refusals.empty())
    fmt::print(stderr, "{} settings are left out; the first: {}\n", refusals.size(), refusals.front());
  install_interrupt_handlers();
  Workers workers(threads_option(line));
  Scorer scorer(workers);
  const std::filesystem::path table = line.has("csv") ? line.own.at("csv") : (directory / "eval.csv").string();
  EvalCsv csv(table, run_labels(as_trained.configuration), as_trained.sequences);
  for (size_t i = 0; i < models.size(); ++i) {
    if (interrupted()) return kInterrupted;  // an earlier table stays
    const Score score =
        scorer.score(*models[i].model, *models[i].store, *models[i].task,
                     static_cast<uint64_t>(models[i].configuration.settings.integer("seed")), split, episodes);
    const std::string& setting = settings[i];
    for (const auto& [metric, value] : score.metrics()) {
      csv.add(setting, episodes, metric, value);
      if (metric == "wrong_bits") csv.add(setting, episodes, "wrong_bits_max", score.wrong_max);
    }
    csv.flush();
    if (table != "-") fmt::print("{:24} {}\n", setting, in_words(score));
  }
  csv.finish();
  return kDone;
}

}  // namespace tapehead
