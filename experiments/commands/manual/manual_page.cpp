#include "experiments/commands/manual/manual_page.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "experiments/commands/manual/option_help.hpp"
#include "experiments/commands/manual/roff.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {
namespace {

using Lines = std::vector<std::pair<std::string_view, std::string_view>>;

/// Builds a page piece by piece, with the requests of man(7).
class Page final {
 public:
  Page() {
    text_ = fmt::format(".TH TAPEHEAD 1 \"{}\" \"tapehead {}\" \"User Commands\"\n", commit_date(), TAPEHEAD_VERSION);
    text_ += ".ad l\n.nh\n";  // names of options are neither stretched nor broken
  }

  void section(std::string_view title) { head(fmt::format(".SH {}\n", title)); }
  void part(std::string_view title) { head(fmt::format(".SS \"{}\"\n", roff(title))); }
  void paragraph(std::string_view words) { written_paragraph(roff(words)); }
  void written_paragraph(const std::string& written) { text_ += begun() + written + "\n"; }

  /// `term` is already in roff.
  void item(const std::string& term, std::string_view words) {
    after_head_ = false;
    text_ += fmt::format(".TP\n{}\n{}\n", term, roff(words));
  }
  void code(std::string_view words) { text_ += fmt::format("{}.in +4n\n.EX\n{}\n.EE\n.in\n", begun(), roff(words)); }

  const std::string& text() const { return text_; }

 private:
  void head(const std::string& written) {
    text_ += written;
    after_head_ = true;
  }

  /// The start of a paragraph: empty after a heading, which starts one itself.
  std::string begun() { return std::exchange(after_head_, false) ? "" : ".PP\n"; }

  std::string text_;
  bool after_head_ = false;
};

/// "train [--preset NAME] …" with the name in bold; a long list of names may be broken between two of them.
std::string usage(const Command& command) {
  std::string rest = roff(std::string_view(command.usage).substr(command.name.size()));
  for (size_t at = 0; (at = rest.find('|', at)) != rest.npos; at += 3) rest.insert(at + 1, "\\:");
  return roff_bold("tapehead " + command.name) + rest;
}

void describe(Page& page) {
  page.section("DESCRIPTION");
  page.paragraph(
      "Trains neural Turing machines and other memory-augmented networks, each of whose parts is chosen by name: the "
      "task, the model, the controller, the memory, and how its heads find their slots. A run is a directory, and a "
      "function of its options: the same options, program and machine give the same numbers.");
  page.paragraph(
      "Options are written --NAME VALUE or --NAME=VALUE. What is typed counts more than a --config file, that more "
      "than "
      "a --preset, and that more than the built-in default. Results go to standard output; progress, notes and errors "
      "to standard error, an error as one line.");
}

void tell_commands(Page& page, const std::vector<Command>& commands) {
  page.section("COMMANDS");
  page.paragraph(
      "Each command tells its options with --help too; tapehead --version tells the version and the commit.");
  for (const Command& command : commands) {
    page.part(command.name);
    page.written_paragraph(usage(command));
    page.paragraph(command.summary);
    if (command.positionals.name == "RUN") page.paragraph(kRunMeaning);
    if (command.is_script)
      page.paragraph(fmt::format("A Python script; tapehead {} --help tells its options.", command.name));
    for (const CommandOption& option : command.options)
      page.item(roff_bold("--" + option.name) + (option.takes_value ? " \\fI" + roff(option.value) + "\\fR" : ""),
                option.help);
    if (takes_all_settings(command))
      page.paragraph("It takes all settings (see OPTIONS).");
    else if (!command.settings.empty())
      page.paragraph("Settings it takes: " + settings_taken(command) + " (see OPTIONS).");
  }
}

void tell_options(Page& page, const std::vector<Option>& options) {
  for (const Option& option : options) {
    const auto [name, taken, help] = option_words(option, declarations());
    page.item(roff_bold(name) + (taken.empty() ? "" : " (" + roff(taken) + ")"), help);
  }
}

void tell_settings(Page& page) {
  page.section("OPTIONS");
  page.paragraph("The settings of a run. A part's options exist when the part is chosen; the default is in brackets.");
  page.part("General options");
  tell_options(page, declarations().root);
  for (const PartKind kind : kPartKinds)
    for (const PartInfo* row : declarations().rows(kind)) {
      page.part(part_title(kind, *row));
      if (const std::string alias = alias_words(*row); !alias.empty()) page.paragraph("It " + alias + ".");
      tell_options(page, row->options);
    }
}

void tell_files(Page& page) {
  static const Lines kFiles = {
      {"config.ini", "every option of the run; --config takes it"},
      {"manifest.json", "version, commit, compiler, processor, seed, command line, number of parameters"},
      {"metrics.csv", "the learning curve: one measurement a row"},
      {"eval.csv", "what eval measured: a row a setting and metric"},
      {"checkpoint-last.safetensors", "where the run stands"},
      {"checkpoint-previous.safetensors", "the one before, should the last be damaged"},
      {"checkpoint-best.safetensors", "the run's weights, which eval and trace use"},
      {"notes.json", "the note and the tags that runs was told to keep of it"},
      {"result.json", "how it ended"},
  };
  page.section("FILES");
  page.paragraph("In a run's directory:");
  for (const auto& [name, what] : kFiles) page.item("\\fI" + roff(name) + "\\fR", what);
  page.paragraph("Beside the program:");
  page.item("\\fI" + roff("../share/tapehead/presets/*.ini") + "\\fR", "the presets, where the program is installed");
  page.item("\\fI" + roff("../share/tapehead/trained/*/") + "\\fR", "the trained models, there too");
}

void tell_statuses(Page& page) {
  page.section("EXIT STATUS");
  for (const auto& [status, meaning] : exit_meanings())
    page.item("\\fB" + std::to_string(static_cast<int>(status)) + "\\fR", meaning);
  page.paragraph(
      "No status depends on standard error. Where standard output is closed or full, a 0 becomes a 2; a reader of it "
      "that leaves is no error.");
}

void tell_signals(Page& page) {
  page.section("SIGNALS");
  page.paragraph(
      "After SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU train and resume write a checkpoint and end with 75; the "
      "same command goes on from there. A second SIGINT kills. Under nohup(1) SIGHUP is ignored. SIGPIPE and SIGXFSZ "
      "always are: the program goes on without its reader, and says which file cannot grow.");
}

void give_examples(Page& page) {
  static const Lines kExamples = {
      {"Train a neural Turing machine to copy, then score it on longer sequences and look at one episode:",
       "tapehead train --preset copy --seed 1 --out runs/copy"},
      {"", "tapehead eval runs/copy --task.length 20,60,120"},
      {"", "tapehead trace runs/copy --task.length 20 --out runs/copy/episode.h5"},
      {"What a model comes to that was trained for you:", "tapehead eval copy --task.length 20,60,120"},
      {"Five seeds of another memory, and the two compared:",
       "tapehead train --preset copy --memory dnc --seeds 1..5 --out runs/dnc"},
      {"", "tapehead compare runs/copy runs/dnc"},
      {"Complete command lines in the bash that is running (zsh takes the same with its own name):",
       "source <(tapehead completion bash)"},
  };
  page.section("EXAMPLES");
  for (const auto& [words, command] : kExamples) {
    if (!words.empty()) page.paragraph(words);
    page.code(command);
  }
}

}  // namespace

std::string manual_page(const std::vector<Command>& commands) {
  Page page;
  page.section("NAME");
  page.written_paragraph(fmt::format("tapehead \\- {}", roff(kProgramSummary)));
  page.section("SYNOPSIS");
  page.written_paragraph(roff_bold("tapehead") + " \\fICOMMAND\\fR [\\fIargument\\fR ...] [\\fIoption\\fR ...]");
  describe(page);
  tell_commands(page, commands);
  tell_settings(page);
  tell_files(page);
  tell_statuses(page);
  tell_signals(page);
  give_examples(page);
  page.section("SEE ALSO");
  page.paragraph("README.md and docs/ of the source.");
  page.written_paragraph(".BR bash (1),\n.BR zsh (1),\n.BR h5dump (1)");
  return page.text();
}

}  // namespace tapehead
