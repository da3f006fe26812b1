#include "experiments/commands/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "autodiff/base/error.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/commands/run_list.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/commands/split_option.hpp"

namespace tapehead {

namespace {

/// A command's own options, and how it looks for answers that are said token by token.
std::vector<CommandOption> with_search(std::vector<CommandOption> options) {
  options.insert(options.end(), search_options().begin(), search_options().end());
  return options;
}

}  // namespace

const std::vector<Command>& commands() {
  static const CommandOption preset{"preset", true, "settings to start from (tapehead list presets)", "PRESET"};
  static const CommandOption config{"config", true, "file of settings, such as a run's config.ini", "FILE"};
  static const CommandOption threads{"threads", true, "threads to work with (all cores); no result depends on it", "N"};
  static const CommandOption checkpoint{
      "checkpoint", true, "which weights: best, last or previous (best)", "NAME", {"best", "last", "previous"}};
  static const CommandOption json{"json", false, "one JSON object on standard output instead of a table"};
  static const std::vector<Command> all = {
      {"list",
       fmt::format("list [{}]... [--json]", fmt::join(listed_kinds(), "|")),
       "what there is, a line each",
       {json},
       {"WHAT", 0, listed_kinds().size(), listed_kinds()},
       {},
       list_command},
      {"show",
       "show TASK [--task.OPTION VALUE] [--seed N]",
       "an episode as a person reads it",
       {{"episode", true, "which one, from 0 (0)", "N"}},
       {"TASK", 1, 1},
       {"task.", "seed"},
       show_command},
      {"train",
       "train [--preset PRESET] [--config FILE] [options] [--out DIR]",
       "train a model on a task",
       {preset,
        config,
        {"out", true,
         "the run's directory; a run of the same options there goes on (a new one: runs/PRESET-1, or runs/TASK-1, -2 "
         "...)",
         "DIR"},
        {"seeds", true, "several runs, DIR/seed-N each: 1..5 or 1,3,7"},
        {"restarts", true, "trainings from other starting weights on the same data, DIR/restart-N each", "N"},
        {"name", true, "what its group is called in tables, figures and reports; no result depends on it", "TEXT"},
        threads},
       {},
       {""},
       train_command},
      {"resume",
       "resume DIR [--train.sequences N|--seeds SEEDS]",
       "go on with a run, or all that are unfinished, bit by bit as if it had never stopped",
       {threads,
        {"seeds", true, "more seeds of the runs DIR/seed-N, alike in all else: 6..10"},
        {"checkpoint", true, "last or previous (last)", "NAME", {"last", "previous"}}},
       {"DIR", 1, 1},
       {"train.sequences"},
       resume_command},
      {"eval",
       "eval RUN [--task.OPTION VALUE|A..B|A..B:STEP] [--memory.slots N] [--csv FILE]",
       "score a trained model, or several, a row a setting",
       with_search(
           {checkpoint,
            {"episodes", true, "episodes a setting (100; all of a finite set)", "N"},
            {"csv", true,
             "file for the table; - is standard output (eval.csv in each run's directory; of a trained model none)",
             "FILE"},
            {"worst", true, "the N worst episodes of each setting, as trace takes them", "N"},
            {"worst-csv", true, "file for a table of these", "FILE"},
            json,
            {"split", true, "eval, final, validation, train, or the test set where there is one (eval)", "NAME",
             split_names()},
            threads}),
       {"RUN", 1, 1},
       {"task.", "memory.slots", "attention.scored", "seed"},
       eval_command},
      {"answer",
       "answer RUN [--n-best N] [--beam N] [--alignment] < LINES",
       "answer the lines of standard input, or go on with a text",
       with_search(
           {checkpoint,
            {"n-best", true, "the N best answers to each line, with their probabilities (1)", "N"},
            {"probabilities", false, "each answer's probability before it"},
            {"alignment", false, "where the model looks as it answers, in tenths"},
            {"sample", true, "draw what is said, by --seed: an answer of N tokens at most, or N tokens of a text", "N"},
            {"temperature", true, "of what is drawn: below 1 it is surer, above 1 bolder (1)", "T"},
            {"prompt", true, "how a text begins (nothing)", "TEXT"},
            {"window", true, "tokens that a text goes on by (those of an episode in training)", "N"},
            {"json", false, "a JSON object for each line"}}),
       {"RUN", 1, 1},
       {"task.", "memory.slots", "attention.scored", "seed"},
       answer_command},
      {"trace",
       "trace RUN [--task.OPTION VALUE] --out FILE.h5|--peaks FILE.csv",
       "one episode step by step, to a file; or how often attention is on supporting facts",
       {checkpoint,
        {"out", true,
         "the HDF5 file; called .safetensors, the same numbers as such a file; of several runs one each, "
         "FILE-seed-1.h5",
         "FILE"},
        {"episode", true, "which one, of stories which question, from 0 (0)", "N"},
        {"split", true, "as eval's (the training set; eval with --peaks)", "NAME", split_names()},
        {"peaks", true, "table of how often the most attended statement supports the answer; - is standard output",
         "FILE"},
        {"episodes", true, "questions of each task for --peaks (all of them, at most 1000)", "N"}},
       {"RUN", 1, 1},
       {"task.", "memory.slots", "attention.scored", "seed"},
       trace_command},
      {"jacobian",
       "jacobian RUN [--task.OPTION VALUE] [--randomised SEED] --out FILE.h5|--csv FILE.csv",
       "how much each answer depends on each step of the input",
       {checkpoint,
        {"out", true, "the HDF5 file; called .safetensors, the same numbers as such a file", "FILE"},
        {"csv", true, "file for a table of the same; - is standard output", "FILE"},
        {"episode", true, "which one, from 0 (0)", "N"},
        {"split", true, "as eval's (the training set)", "NAME", split_names()},
        {"randomised", true, "the same of random weights too, of that seed, as a control", "SEED"}},
       {"RUN", 1, 1},
       {"task.", "memory.slots", "seed"},
       jacobian_command},
      {"compare",
       "compare DIR... [--csv FILE]",
       "runs of one task, grouped by what differs: solved, costs, sequences",
       {{"csv", true, "file for the table; - is standard output", "FILE"}, json},
       {"DIR", 1, 100000},
       {},
       compare_command},
      {"runs",
       "runs [DIR] [--where OPTION=VALUE]... [--sort NAME] [--note TEXT|--tag WORD|--remove]",
       "the runs below a directory (runs): states, costs, options that differ, notes and tags",
       {{"where",
         true,
         "only those: an option, column or tag, one of = != < >, a value; may be repeated",
         "OPTION=VALUE",
         {},
         true},
        {"state", true, "only those in that state", "NAME", run_states()},
        {"sort", true, "by a column, a number of result.json or an option (by name)", "NAME"},
        {"descending", false, "the greatest first"},
        {"csv", true, "file for the table, with all options that differ; - is standard output", "FILE"},
        json,
        {"note", true, "write a line about all of them, in notes.json beside each; empty takes it away", "TEXT"},
        {"tag", true, "give all of them a tag; may be repeated", "WORD", {}, true},
        {"untag", true, "take a tag away; may be repeated", "WORD", {}, true},
        {"remove", false, "remove all of them, once a person at the terminal agrees"},
        {"yes", false, "agree to --remove beforehand"}},
       {"DIR", 0, 1},
       {},
       runs_command},
      {"watch",
       "watch DIR... [--metric NAME] [--every SECONDS]",
       "learning curves in the terminal, drawn anew until all runs are at their end",
       {{"metric", true, "which (over_oracle where there is one, else bits)", "NAME"},
        {"split", true, "validation or train (validation)", "NAME", {"validation", "train"}},
        {"every", true, "seconds between two pictures (2); where there is no terminal one is printed", "SECONDS"},
        {"characters",
         true,
         "braille or plain (what the terminal knows; plain elsewhere)",
         "NAME",
         {"braille", "plain"}}},
       {"DIR", 1, 1000},
       {},
       watch_command},
      {"generate",
       "generate babi [--ids 1..20] [--questions 1000] [--test-questions 1000] [--seed 1] --out DIR | generate scan "
       "--out DIR",
       "stories of the bAbI tasks, or SCAN's commands and splits, as files in the published format",
       {{"ids", true, "babi: which tasks: 1..20, all or 1,3,7 (all)"},
        {"questions", true, "babi: of each task's training file (1000)", "N"},
        {"test-questions", true, "babi: of each task's test file (1000)", "N"},
        {"seed", true, "babi: which stories (1)", "N"},
        {"out", true, "directory of the files; one that is there already and differs is not replaced", "DIR"}},
       {"WHAT", 1, 1, {"babi", "scan"}},
       {},
       generate_command},
      {"gradcheck",
       "gradcheck [options|--all]",
       "gradients against differences, in double precision",
       {preset, config, {"all", false, "every op and every model there is"}},
       {},
       {""},
       gradcheck_command},
      {"bench",
       "bench [options] [--bench.steps N] [--json]",
       "steady-state training speed, memory and number of parameters",
       {preset,
        config,
        {"bench.steps", true, "training steps a repetition (100)", "N"},
        {"bench.repetitions", true, "repetitions, of which the median is told (5)", "N"},
        {"json", false, "one JSON object"},
        threads},
       {},
       {""},
       bench_command},
      {"man", "man", "this program's manual page, for man(1) to show", {}, {}, {}, man_command},
      {"completion",
       "completion bash|zsh",
       "what makes a shell complete this program's command lines",
       {},
       {"SHELL", 1, 1, {"bash", "zsh"}},
       {},
       completion_command},
  };
  return all;
}

const CommandOption& help_option() {
  static const CommandOption help{"help", false, "this text"};
  return help;
}

bool takes_setting(const Command& command, std::string_view name) {
  return std::any_of(command.settings.begin(), command.settings.end(),
                     [&](const std::string& start) { return name.starts_with(start); });
}

bool takes_all_settings(const Command& command) { return command.settings == std::vector<std::string>{""}; }

std::string settings_taken(const Command& command) {
  std::string text;
  for (const std::string& start : command.settings)
    text += (text.empty() ? "" : ", ") + start + (start.ends_with('.') ? "*" : "");
  return text;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> all = {{kDone, "done"},
                                               {kOverTolerance, "a gradient is wrong (gradcheck)"},
                                               {kBadInput, "bad usage or input"},
                                               {kDiverged, "diverged"},
                                               {kInterrupted, "interrupted (checkpointed)"}};
  return all;
}

const std::string& required(const CommandLine& line, const std::string& option) {
  const auto found = line.own.find(option);
  if (found == line.own.end()) throw InputError("--" + option + ": got nothing; it is needed here");
  return found->second;
}

namespace {

constexpr long long kMostCounted = 1000000000;
constexpr long long kMostThreads = 1024;  // more are refused by the system, halfway

size_t integer_option(const CommandLine& line, const std::string& name, long long least, long long most,
                      size_t otherwise) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stoull(normal_value(Option::integer("--" + name, least, least, most, ""), found->second));
}

}  // namespace

size_t count_option(const CommandLine& line, const std::string& name, size_t otherwise) {
  return integer_option(line, name, 1, kMostCounted, otherwise);
}

size_t threads_option(const CommandLine& line) {
  return integer_option(line, "threads", 1, kMostThreads, std::max(1u, std::thread::hardware_concurrency()));
}

void refuse_two_outputs(const CommandLine& line) {
  if (line.has("json") && line.has("csv") && line.own.at("csv") == "-")
    throw InputError("--csv: got -, and --json; one of the two has standard output");
}

size_t index_option(const CommandLine& line, const std::string& name) {
  return integer_option(line, name, 0, kMostCounted, 0);
}

}  // namespace tapehead
