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

/// The typed settings as axes, or where none of the task's is among them the task's own grid.
std::vector<Point> grid(const Configuration& configuration, const Layer& typed, const Task& task) {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  bool of_task = false;
  const auto add_axis = [&](const std::string& name, const std::string& text) {
    const Option* option = configuration.find(name);
    if (!option) {  // resolving says best what is wrong with it
      axes.push_back({name, {text}});
      return;
    }
    axes.push_back({name, expand_grid(*option, text)});
  };
  for (const auto& [name, entry] : typed.entries) {
    add_axis(name, entry.value);
    of_task = of_task || name.starts_with("task.");
  }
  const Task::Grid own = task.grid();
  if (!of_task && !own.option.empty()) add_axis(own.option, own.values);
  return combinations(axes);
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
  const std::vector<Point> points = grid(as_trained.configuration, line.settings, *as_trained.task);
  // All settings are tried before the first row is written: a bad one leaves nothing half done.
  std::vector<TrainedModel> models;
  for (const Point& point : points) {
    Layer layer = line.settings;
    layer.entries.clear();
    layer.must_apply = true;
    for (const auto& [name, value] : point) layer.entries[name] = {value, "", ""};
    models.push_back(load_trained(directory, layer, which));
  }
  install_interrupt_handlers();
  Workers workers(threads_option(line));
  Scorer scorer(workers);
  const std::filesystem::path table = line.has("csv") ? line.own.at("csv") : (directory / "eval.csv").string();
  EvalCsv csv(table, run_labels(as_trained.configuration), as_trained.sequences);
  for (size_t i = 0; i < points.size(); ++i) {
    if (interrupted()) return kInterrupted;
    const Score score =
        scorer.score(*models[i].model, *models[i].store, *models[i].task,
                     static_cast<uint64_t>(models[i].configuration.settings.integer("seed")), split, episodes);
    const std::string setting = setting_text(points[i]);
    csv.add(setting, episodes, "bits", score.bits);
    csv.add(setting, episodes, "wrong_bits", score.wrong_bits);
    csv.add(setting, episodes, "wrong_bits_max", score.wrong_bits_max);
    csv.add(setting, episodes, "solved", score.solved);
    csv.flush();
    if (table != "-")
      fmt::print("{:24} {:12.5g} bits {:12.5g} wrong bits (worst {:g}), {:.1f} % solved\n", setting, score.bits,
                 score.wrong_bits, score.wrong_bits_max, 100 * score.solved);
  }
  return kDone;
}

}  // namespace tapehead
