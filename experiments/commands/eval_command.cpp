#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "autodiff/base/error.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/available_threads.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/commands/unreadable_runs.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/scoring/evaluation.hpp"
#include "experiments/scoring/evaluation_grid.hpp"
#include "experiments/scoring/several_scored.hpp"
#include "experiments/scoring/story_questions.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "experiments/training/restarts.hpp"
#include "experiments/training/scored_range.hpp"
#include "experiments/training/train_settings.hpp"
#include "experiments/training/trainings.hpp"

namespace tapehead {
namespace {

/// An ensemble of restarts needs answers that mean the same in each.
void check_alike(const std::vector<TrainedModel>& models) {
  for (const TrainedModel& one : models) {
    const auto &first = models[0].task->spec().corpus, &other = one.task->spec().corpus;
    if (first && *first != *other)
      throw InputError(fmt::format(
          "restart {}: was trained on other stories than its fellows; restarts on the same files are needed",
          one.configuration.settings.text("train.restart")));
  }
}

/// --worst, or 0. Throws InputError where its result would be printed nowhere.
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

/// Whether both name one file; standard output and an empty path never do.
bool same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  const auto plain = [](const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  return !one.empty() && one != "-" && plain(one) == plain(other);
}

/// Episode numbers must mean the same to `trace`, which counts stories question by question.
void check_counted_alike(const TrainedModel& trained) {
  const Settings& settings = trained.configuration.settings;
  if (tells_stories(*trained.task) && settings.has("task.episode") && settings.text("task.episode") == "story")
    throw InputError(
        "--worst: got whole stories as episodes; --task.episode question is needed with it, for trace takes questions");
}

/// Throws InputError where another share of the same file is held out than in training: some of it was learned.
void check_held_out(const Settings& trained, const Settings& asked) {
  if (!trained.has("task.path") || asked.text("task.path") != trained.text("task.path")) return;
  for (const char* const share : {"task.held-out", "task.validation-share", "task.test-share"})
    if (trained.has(share) && asked.real(share) != trained.real(share))
      throw InputError(
          fmt::format("{}: got {:g}; {:g} is needed, as in training, for other shares have what was trained on", share,
                      asked.real(share), trained.real(share)));
}

/// What the command line asks of every run that it names.
struct Wanted {
  const CommandLine& line;
  std::string checkpoint;
  Split split;
  EvaluationSettings settings;
};

Wanted wanted_of(const CommandLine& line) {
  refuse_two_outputs(line);
  const size_t worst = worst_option(line);
  const size_t episodes = count_option(line, "episodes", 100);
  const Split split = split_option(line, Split::kEval);
  EvaluationSettings settings{split, episodes, !line.has("episodes"), threads_option(line), {}, line.has("json")};
  settings.worst = worst;
  if (line.has("worst-csv")) settings.worst_table = line.own.at("worst-csv");
  settings.search = search_settings(line);
  settings.split_name = split_name(split);
  return {line, checkpoint_option(line), split, settings};
}

/// Throws InputError where the memory does not suffice.
void check_memory_of(const Wanted& wanted, const TrainedModel& asked) {
  const Settings& settings = asked.configuration.settings;
  check_scoring_memory({settings, *asked.model, *asked.task}, static_cast<uint64_t>(settings.integer("seed")),
                       wanted.split, wanted.settings.episodes, wanted.settings.threads);
}

constexpr size_t kMostKept = 16;  // settings whose models stay in memory from their check to their scoring

/// A training with all settings it is scored on. All are checked before the first is scored, so that a bad one costs no
/// time.
struct Prepared {
  TrainedModel as_trained;
  std::vector<std::filesystem::path> runs;  ///< the training itself, or its restarts
  std::vector<Subject> subjects;            ///< without their models where there are more than kMostKept
  std::string left_out;     ///< lines on settings of the task's own grid that the memory cannot hold; else empty
  bool over_range = false;  ///< the settings are the task's own grid, and it is scored over a range of them
};

/// The models of all runs at one setting.
std::vector<TrainedModel> models_at(const Wanted& wanted, const std::vector<std::filesystem::path>& runs,
                                    const Point& point) {
  Layer layer = wanted.line.settings;
  layer.entries.clear();
  layer.must_apply = true;
  for (const auto& [name, value] : point) layer.entries[name] = {value, "", ""};
  std::vector<TrainedModel> models;
  for (const auto& run : runs) models.push_back(load_trained(run, layer, wanted.checkpoint));
  check_alike(models);
  return models;
}

/// A score over lengths needs all of them: where the memory is too small for the longest of the task's own grid, all
/// are scored with a larger one (range_slots()). Gives a line that says so, or nothing.
std::string make_room(const Wanted& wanted, const Prepared& prepared, GridPoints& grid) {
  const TrainedModel& as_trained = prepared.as_trained;
  const auto range = as_trained.task->scored_range();
  if (!grid.is_own || !range || wanted.line.settings.entries.contains("memory.slots")) return "";
  const size_t slots = range_slots(as_trained.configuration, as_trained.task->spec(), *range);
  if (slots == 0) return "";
  for (Point& point : grid.points) point.emplace_back("memory.slots", std::to_string(slots));
  return fmt::format("memory.slots: {}, not {} as in training, which is too few for {} {}\n", slots,
                     as_trained.configuration.settings.size("memory.slots"), range->option, range->to);
}

Prepared prepare(const Wanted& wanted, const std::filesystem::path& directory) {
  const CommandLine& line = wanted.line;
  auto runs = find_restarts(directory);
  const size_t chosen = runs.empty() ? 0 : choose_restart(runs);
  if (runs.empty()) runs = {directory};
  Prepared prepared{load_trained(runs[chosen], {}, wanted.checkpoint), runs, {}, {}, false};
  const TrainedModel& as_trained = prepared.as_trained;
  if (const std::string typed = typed_search_option(line); !typed.empty() && !as_trained.task->spec().says())
    throw InputError(fmt::format("{}: got a run of {}, whose answers are not said token by token; it goes without",
                                 typed, as_trained.configuration.settings.text("task")));
  GridPoints grid = make_grid(as_trained.configuration, line.settings, *as_trained.task);
  prepared.left_out = make_room(wanted, prepared, grid);
  prepared.over_range = grid.is_own && as_trained.task->scored_range();
  std::vector<std::string> refusals;
  for (const Point& point : grid.points) {
    stop_if_interrupted();
    Subject subject{point, models_at(wanted, runs, point), chosen};
    if (wanted.settings.worst > 0) check_counted_alike(subject.models[chosen]);
    check_held_out(as_trained.configuration.settings, subject.models[chosen].configuration.settings);
    (void)subject.models[0].task->episodes(wanted.split);  // refuses a split that is not there
    check_memory_of(wanted, subject.models[chosen]);
    const std::string refusal = too_much(as_trained, subject.models[chosen], setting_text(point));
    if (prepared.subjects.size() >= kMostKept) subject.models.clear();
    if (refusal.empty())
      prepared.subjects.push_back(std::move(subject));
    else
      refusals.push_back(refusal);
  }
  if (!refusals.empty() && (!grid.is_own || prepared.subjects.empty())) throw InputError(refusals.front());
  if (!refusals.empty())
    prepared.left_out += fmt::format("{} settings are left out; the first: {}\n", refusals.size(), refusals.front());
  return prepared;
}

/// Scores a run, whose name for `trace` is `called`. Where the program is interrupted, an earlier table stays.
std::unique_ptr<Evaluation> evaluate(const Wanted& wanted, const std::string& called, Prepared& prepared,
                                     const std::filesystem::path& table, bool is_one_of_several) {
  fmt::print(stderr, "{}", prepared.left_out);
  EvaluationSettings settings = wanted.settings;
  settings.table = table;
  settings.is_one_of_several = is_one_of_several;
  settings.sums_up_range = prepared.over_range;
  if (prepared.over_range && !wanted.line.has("episodes")) settings.episodes = kRangeEpisodes;
  if (same_file(settings.worst_table, settings.table))
    throw InputError(fmt::format("--worst-csv: got {}, which the table of all settings takes; another file is needed",
                                 settings.worst_table.string()));
  settings.trace = {"tapehead", "trace", called, "--split", settings.split_name};
  if (wanted.line.has("checkpoint")) settings.trace.insert(settings.trace.end(), {"--checkpoint", wanted.checkpoint});
  auto evaluation = std::make_unique<Evaluation>(settings, prepared.as_trained);
  for (Subject& subject : prepared.subjects) {
    if (subject.models.empty()) subject.models = models_at(wanted, prepared.runs, subject.point);
    evaluation->score(subject);
    subject.models.clear();
  }
  evaluation->finish();
  return evaluation;
}

/// Those of `trainings` that can be scored as asked; for each other one standard error says why not. Throws the first
/// one's error where none can.
std::vector<std::filesystem::path> scorable(const Wanted& wanted, const std::vector<std::filesystem::path>& trainings) {
  std::vector<std::filesystem::path> fit;
  std::vector<std::string> refusals;
  const auto refuse = [&](const std::filesystem::path& training, const std::exception& error) {
    refusals.push_back(fmt::format("{}: left out: {}", training.string(), error.what()));
  };
  bool all_diverged = true;
  for (const auto& training : trainings) {
    stop_if_interrupted();
    try {
      if (const auto manifest = RunDirectory(training).manifest(); std::filesystem::exists(manifest))
        (void)read_manifest(manifest);
      (void)prepare(wanted, training);
      fit.push_back(training);
    } catch (const InputError& error) {
      refuse(training, error);
      all_diverged = false;
    } catch (const DivergedError& error) {
      refuse(training, error);
    }
  }
  if (fit.empty() && all_diverged) throw DivergedError(refusals.front());
  if (fit.empty()) throw InputError(refusals.front());
  for (const std::string& refusal : refusals) print_message(refusal);
  return fit;
}

/// Scores several runs, each with its own table as if scored alone, or with --csv all in one; then prints a summary of
/// them side by side.
int eval_all(const Wanted& wanted, const std::filesystem::path& path,
             const std::vector<std::filesystem::path>& trainings) {
  if (wanted.line.has("worst-csv"))
    throw InputError(fmt::format("--worst-csv: got {} runs; one of them is needed with it, such as {}",
                                 trainings.size(), trainings[0].string()));
  const std::vector<std::filesystem::path> runs = scorable(wanted, trainings);
  const std::string csv = wanted.line.has("csv") ? wanted.line.own.at("csv") : "";
  SeveralScored all(path, csv);
  Wanted each = wanted;
  each.settings.is_quiet = csv == "-";
  for (const auto& run : runs) {
    if (csv != "-" && !wanted.settings.json) fmt::print("{}\n", run.string());
    Prepared prepared = prepare(wanted, run);
    const auto evaluation = evaluate(each, run.string(), prepared, csv.empty() ? run / "eval.csv" : "", true);
    all.add(run, prepared.as_trained, *evaluation);
  }
  all.finish(wanted.settings.json);
  return kDone;
}

}  // namespace

int eval_command(const CommandLine& line, const std::vector<std::string>&) {
  const auto [directory, ships] = find_run(line.positionals[0]);
  Wanted wanted = wanted_of(line);
  const std::vector<std::filesystem::path> trainings = find_trainings(directory);
  note_unreadable({directory});
  install_interrupt_handlers();
  wanted.settings.threads = available_threads(wanted.settings.threads);
  if (trainings.size() > 1) return eval_all(wanted, directory, trainings);
  const std::filesystem::path& run = trainings[0];
  const std::string own_table = ships ? "" : (run / "eval.csv").string();
  const std::string called = run == directory ? line.positionals[0] : run.string();
  Prepared prepared = prepare(wanted, run);
  (void)evaluate(wanted, called, prepared, line.has("csv") ? line.own.at("csv") : own_table, false);
  return kDone;
}

}  // namespace tapehead
