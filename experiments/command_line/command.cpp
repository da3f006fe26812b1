#include "experiments/command_line/command.hpp"

#include <algorithm>

namespace tapehead {

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

}  // namespace tapehead
