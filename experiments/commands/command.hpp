#pragma once
// A sub-command of the program.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// Exit statuses of the program.
enum ExitStatus { kDone = 0, kOverTolerance = 1, kBadInput = 2, kDiverged = 3, kInterrupted = 75 };

inline constexpr std::string_view kProgramSummary = "neural Turing machines and memory networks, trained and compared";

struct Command {
  std::string name;
  std::string usage;                   ///< "train [--preset NAME] … --out DIR"
  std::string summary;                 ///< one line
  std::vector<CommandOption> options;  ///< its own; "help" is added to all
  Positionals positionals;
  std::vector<std::string> settings;  ///< how the settings it takes begin ("task."); {""}: all; {}: none
  int (*run)(const CommandLine& line, const std::vector<std::string>& arguments);
};

/// All of them, in the order of --help.
const std::vector<Command>& commands();

/// "--help", which every command has.
const CommandOption& help_option();

/// Whether the command takes that setting of a run; whether it takes them all.
bool takes_setting(const Command& command, std::string_view name);
bool takes_all_settings(const Command& command);

/// Those it takes, in words: "task.*, memory.slots, seed".
std::string settings_taken(const Command& command);

/// What RUN stands for, where a command takes one.
inline constexpr std::string_view kRunMeaning =
    "RUN is a run's directory, or the name of a model that comes trained (tapehead list trained); a directory of that "
    "name counts first.";

/// What an exit status means, in words.
struct ExitMeaning {
  ExitStatus status;
  std::string_view meaning;
};
const std::vector<ExitMeaning>& exit_meanings();

/// The kinds of things that `list` tells of: "tasks", "models", … "presets", "trained".
std::vector<std::string> listed_kinds();

/// Where the presets lie: beside an installed program (../share/tapehead/presets), else in the source tree.
std::filesystem::path presets_folder();

/// The value of an own option that the command cannot do without. Throws InputError.
const std::string& required(const CommandLine& line, const std::string& option);

/// `--NAME` as an integer of at least 1, or `otherwise` where it is not given. Throws InputError.
size_t count_option(const CommandLine& line, const std::string& name, size_t otherwise);

/// `--threads`, or as many as there are cores. Throws InputError.
size_t threads_option(const CommandLine& line);

/// `--NAME` as an integer of at least 0, 0 where it is not given. Throws InputError.
size_t index_option(const CommandLine& line, const std::string& name);

/// Standard output is for one thing: throws InputError for `--csv -` beside `--json`.
void refuse_two_outputs(const CommandLine& line);

int list_command(const CommandLine& line, const std::vector<std::string>& arguments);
int show_command(const CommandLine& line, const std::vector<std::string>& arguments);
int train_command(const CommandLine& line, const std::vector<std::string>& arguments);
int resume_command(const CommandLine& line, const std::vector<std::string>& arguments);
int answer_command(const CommandLine& line, const std::vector<std::string>& arguments);
int eval_command(const CommandLine& line, const std::vector<std::string>& arguments);
int compare_command(const CommandLine& line, const std::vector<std::string>& arguments);
int runs_command(const CommandLine& line, const std::vector<std::string>& arguments);
int watch_command(const CommandLine& line, const std::vector<std::string>& arguments);
int generate_command(const CommandLine& line, const std::vector<std::string>& arguments);
int trace_command(const CommandLine& line, const std::vector<std::string>& arguments);
int jacobian_command(const CommandLine& line, const std::vector<std::string>& arguments);
int gradcheck_command(const CommandLine& line, const std::vector<std::string>& arguments);
int bench_command(const CommandLine& line, const std::vector<std::string>& arguments);
int man_command(const CommandLine& line, const std::vector<std::string>& arguments);
int completion_command(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace tapehead
