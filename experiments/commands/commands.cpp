#include "experiments/commands/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/commands/run_lists/run_list.hpp"
#include "experiments/commands/search_options.hpp"
#include "experiments/commands/split_option.hpp"

namespace tapehead {
namespace {

/// A command's own options, then those of the search for spoken answers.
std::vector<CommandOption> with_search(std::vector<CommandOption> options) {
  options.insert(options.end(), search_options().begin(), search_options().end());
  return options;
}

Command a_script(const std::string& name, const std::string& takes, const std::string& summary,
                 const std::string& positional) {
  return {name, name + " " + takes, summary, {}, {positional, 1, 100000}, {}, script_command, true};
}

/// An option that takes the name of a file to write.
CommandOption output(const std::string& name, const std::string& help) {
  return {name, true, help, "FILE", {}, false, true};
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
       {{"episode", true, "which one, from 0 (0)", "N"},
        {"guessers", true, "instead, what guessers get on the first N episodes of eval's", "N"}},
       {"TASK", 1, 1},
       {"task.", "seed"},
       show_command},
      {"train",
       "train [--preset PRESET] [--config FILE] [options] [--out DIR] | train --help [PART|OPTION]...",
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
            {"episodes", true, "episodes a setting (100; of lengths that are scored together 32; all of a finite set)",
             "N"},
            output(
                "csv",
                "file for the table; - is standard output (eval.csv in each run's directory; of a trained model none)"),
            {"worst", true, "the N worst episodes of each setting, as trace takes them", "N"},
            output("worst-csv", "file for a table of these"),
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
        output("out",
               "the HDF5 file; called .safetensors, the same numbers as such a file; of several runs one each, "
               "FILE-seed-1.h5"),
        {"episode", true, "which one, of stories which question, from 0 (0)", "N"},
        {"split", true, "as eval's (the training set; eval with --peaks)", "NAME", split_names()},
        output("peaks", "table of how often the most attended statement supports the answer; - is standard output"),
        {"episodes", true, "questions of each task for --peaks (all of them, at most 1000)", "N"}},
       {"RUN", 1, 1},
       {"task.", "memory.slots", "attention.scored", "seed"},
       trace_command},
      {"jacobian",
       "jacobian RUN [--task.OPTION VALUE] [--randomised SEED] --out FILE.h5|--csv FILE.csv",
       "how much each answer depends on each step of the input",
       {checkpoint,
        output("out", "the HDF5 file; called .safetensors, the same numbers as such a file"),
        output("csv", "file for a table of the same; - is standard output"),
        {"episode", true, "which one, from 0 (0)", "N"},
        {"split", true, "as eval's (the training set)", "NAME", split_names()},
        {"randomised", true, "the same of random weights too, of that seed, as a control", "SEED"}},
       {"RUN", 1, 1},
       {"task.", "memory.slots", "seed"},
       jacobian_command},
      a_script("compare", "DIR... [--by-task] [--out DIR] [--csv FILE] [--json]",
               "groups of runs: solved, costs, sequences; what differs by more than chance; pictures", "DIR"),
      a_script("plot", "FIGURE DIR|FILE... --out NAME.png",
               "a figure: learning curves, cost against length, an episode from the inside ...", "FILE"),
      a_script("figure", "SHEET.toml --out NAME.pdf", "several plots on one page of a paper, as panels a, b, c",
               "FILE"),
      a_script("report", "DIR... --out FILE.html", "one page of runs, with players of their episodes", "DIR"),
      a_script("sweep", "FILE [--out DIR]", "train the points of a sweep file", "FILE"),
      a_script("export", "tensorboard DIR... --out DIR", "runs in the files of other programs", "DIR"),
      {"runs",
       "runs [DIR]... [--where OPTION=VALUE]... [--sort NAME] [--note TEXT|--tag WORD|--remove]",
       "the runs below directories (runs): states, costs, options that differ, notes and tags",
       {{"where",
         true,
         "only those: an option, column or tag, one of = != < >, a value; may be repeated",
         "OPTION=VALUE",
         {},
         true},
        {"state", true, "only those in that state", "NAME", run_states()},
        {"sort", true, "by a column, a number of result.json or an option (by name)", "NAME"},
        {"descending", false, "the greatest first"},
        output("csv", "file for the table, with all options that differ; - is standard output"),
        json,
        {"note", true, "write a line about all of them, in notes.json beside each; empty takes it away", "TEXT"},
        {"tag", true, "give all of them a tag; may be repeated", "WORD", {}, true},
        {"untag", true, "take a tag away; may be repeated", "WORD", {}, true},
        {"remove", false, "remove all of them, once a person at the terminal agrees"},
        {"yes", false, "agree to --remove beforehand"}},
       {"DIR", 0, 1000},
       {},
       runs_command},
      {"watch",
       "watch DIR... [--metric NAME] [--every SECONDS]",
       "learning curves in the terminal, drawn anew until all runs are at their end",
       {{"metric", true, "which (the goal by which the runs stop and choose)", "NAME"},
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
       "generate TASK [--task.OPTION VALUE] [--seed N] --out FILE | generate babi [--ids 1..20] [--seed N] --out DIR | "
       "generate scan --out DIR",
       "a task's training episodes, one a line (of tokens or bits); or stories of the bAbI tasks, or SCAN's commands "
       "and "
       "splits, as files in the published format",
       {{"episodes", true, "of the file (1000)", "N"},
        {"ids", true, "babi: which tasks: 1..20, all or 1,3,7 (all)"},
        {"questions", true, "babi: of each task's training file (1000)", "N"},
        {"test-questions", true, "babi: of each task's test file (1000)", "N"},
        {"filler", true, "babi: sentences that tell nothing before each line, on average (0)", "N"},
        {"out", true,
         "the file; for babi and scan the directory of files; one that is there already and differs is not replaced",
         "FILE"}},
       {"TASK", 1, 1},
       {"task.", "seed"},
       generate_command},
      {"gradcheck",
       "gradcheck [options|--all [--only TEXT]]",
       "gradients against differences, in double precision",
       {preset,
        config,
        {"all", false, "every op and every model there is"},
        {"only", true, "with --all: those whose name has this text", "TEXT"}},
       {},
       {""},
       gradcheck_command},
      {"bench",
       "bench [options] [--bench.steps N] [--bench.profile FILE] [--json]",
       "steady-state training speed, memory, number of parameters, and where the time goes",
       {preset,
        config,
        {"bench.steps", true, "training steps a repetition (100)", "N"},
        {"bench.repetitions", true, "repetitions, of which the median is told (5)", "N"},
        output(
            "bench.profile",
            "where the time goes, by op, part of the model and thread, and a step as a trace in Chrome's format, for "
            "Perfetto"),
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

}  // namespace tapehead
