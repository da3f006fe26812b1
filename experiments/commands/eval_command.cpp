#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/files/trained_models.hpp"
#include "experiments/options/train_settings.hpp"
#include "experiments/scoring/evaluation.hpp"
#include "experiments/scoring/story_questions.hpp"
#include "experiments/training/interrupt.hpp"
#include "experiments/training/restarts.hpp"

namespace tapehead {
namespace {

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

/// --worst, or 0. Throws InputError where what it finds would be told nowhere.
size_t worst_option(const CommandLine& line) {
  if (!line.has("worst")) {
    if (line.has("worst-csv")) throw InputError("--worst-csv: got no --worst; it is needed with it");
    return 0;
  }
  if (line.has("csv") && line.own.at("csv") == "-" && !line.has("worst-csv"))
    throw InputError("--worst: got --csv -, which has standard output; --worst-csv FILE is needed with it");
  const auto told = [&](const char* option) { return line.has(option) ? line.own.at(option) : ""; };
  if (told("worst-csv") == "-" && (told("csv") == "-" || line.has("json")))
    throw InputError("--worst-csv: got -, but standard output has another table; a file is needed with it");
  return count_option(line, "worst", 0);
}

/// Standard output and no file at all are none.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  const auto plain = [](const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  return !one.empty() && one != "-" && plain(one) == plain(other);
}

/// An episode's number must say the same to trace, which takes stories question by question.
void check_counted_alike(const TrainedModel& trained) {
  const Settings& settings = trained.configuration.settings;
  if (tells_stories(*trained.task) && settings.has("task.episode") && settings.text("task.episode") == "story")
    throw InputError(
        "--worst: got whole stories as episodes; --task.episode question is needed with it, for trace takes questions");
}

}  // namespace

int eval_command(const CommandLine& line, const std::vector<std::string>&) {
  const auto [directory, ships] = find_run(line.positionals[0]);
  const std::string which = checkpoint_option(line);
  refuse_two_outputs(line);
  const size_t worst = worst_option(line);
  const size_t episodes = count_option(line, "episodes", 100);
  const Split split = split_option(line, Split::kEval);
  const auto restarts = find_restarts(directory);
  const size_t chosen = restarts.empty() ? 0 : choose_restart(restarts);
  const std::filesystem::path run = restarts.empty() ? directory : restarts[chosen];
  const TrainedModel as_trained = load_trained(run, {}, which);
  if (const std::string typed = typed_search_option(line); !typed.empty() && !as_trained.task->spec().says())
    throw InputError(fmt::format("{}: got a run of {}, whose answers are not said token by token; it goes without",
                                 typed, as_trained.configuration.settings.text("task")));
  const Grid grid = make_grid(as_trained.configuration, line.settings, *as_trained.task);
  // All settings are tried before the first is scored: a bad one costs no time.
  std::vector<Subject> subjects;
  std::vector<std::string> refusals;
  for (const Point& point : grid.points) {
    Layer layer = line.settings;
    layer.entries.clear();
    layer.must_apply = true;
    for (const auto& [name, value] : point) layer.entries[name] = {value, "", ""};
    Subject subject{point, {}, chosen};
    for (const auto& one : restarts) subject.models.push_back(load_trained(one, layer, which));
    if (restarts.empty()) subject.models.push_back(load_trained(run, layer, which));
    check_alike(subject.models);
    if (worst > 0) check_counted_alike(subject.models[chosen]);
    (void)subject.models[0].task->episodes(split);  // refuses a split that is not there
    const std::string refusal = too_much(as_trained, subject.models[chosen], setting_text(point));
    if (refusal.empty())
      subjects.push_back(std::move(subject));
    else
      refusals.push_back(refusal);
  }
  if (!refusals.empty() && (!grid.is_own || subjects.empty())) throw InputError(refusals.front());
  if (!refusals.empty())
    fmt::print(stderr, "{} settings are left out; the first: {}\n", refusals.size(), refusals.front());
  install_interrupt_handlers();
  const std::string own_table = ships ? "" : (directory / "eval.csv").string();
  const std::filesystem::path table = line.has("csv") ? line.own.at("csv") : own_table;
  EvaluationSettings settings{split, episodes, !line.has("episodes"), threads_option(line), table, line.has("json")};
  settings.worst = worst;
  if (line.has("worst-csv")) settings.worst_table = line.own.at("worst-csv");
  if (same_file(settings.worst_table, settings.table))
    throw InputError(fmt::format("--worst-csv: got {}, which the table of all settings takes; another file is needed",
                                 settings.worst_table.string()));
  settings.search = search_settings(line);
  settings.split_name = split_name(split);
  settings.trace = {"tapehead", "trace", line.positionals[0], "--split", settings.split_name};
  if (line.has("checkpoint")) settings.trace.insert(settings.trace.end(), {"--checkpoint", which});
  Evaluation evaluation(settings, as_trained);
  for (const Subject& subject : subjects) {
    if (interrupted()) return kInterrupted;  // an earlier table stays
    evaluation.score(subject);
  }
  evaluation.finish();
  return kDone;
}

}  // namespace tapehead
