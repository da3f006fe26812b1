#pragma once
// A sub-command of the program.

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
  bool is_script = false;  ///< scripts/NAME.py, which reads the arguments and answers --help itself
};

/// "--help", which every command has.
const CommandOption& help_option();

/// Whether the command accepts that setting of a run; whether it accepts all of them.
bool takes_setting(const Command& command, std::string_view name);
bool takes_all_settings(const Command& command);

/// The accepted settings in words: "task.*, memory.slots, seed".
std::string settings_taken(const Command& command);

/// The meaning of RUN in a command's usage.
inline constexpr std::string_view kRunMeaning =
    "RUN is a run's directory, or the name of a model that comes trained (tapehead list trained); a directory of that "
    "name counts first.";

/// The meaning of an exit status, in words.
struct ExitMeaning {
  ExitStatus status;
  std::string_view meaning;
};
const std::vector<ExitMeaning>& exit_meanings();

}  // namespace tapehead
