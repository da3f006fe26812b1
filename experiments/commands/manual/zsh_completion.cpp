#include <fmt/format.h>

#include "experiments/commands/manual/arguments.hpp"
#include "experiments/commands/manual/completions.hpp"
#include "experiments/runs/trained_models.hpp"

namespace tapehead {
namespace {

constexpr std::string_view kZshHead = R"(#compdef tapehead
# Completes the command lines of tapehead in zsh. Made by "tapehead completion zsh" from the program's own tables.

_tapehead() {
  local curcontext=$curcontext state line
  local -A opt_args
  local -a commands settings
)";

constexpr std::string_view kZshMiddle = R"(
  _arguments -C '(- *)--help[what there is]' '(- *)--version[the version]' '1: :->command' '*:: :->argument' && return
  if [[ $state == command ]]; then
    _describe -t commands 'command of tapehead' commands
    return
  fi
  curcontext=${curcontext%:*}-$words[1]:
  case $words[1] in
)";

constexpr std::string_view kZshTail = R"(  esac
}

if [[ $funcstack[1] == _tapehead ]]; then
  _tapehead "$@"
else
  compdef _tapehead tapehead
fi
)";

/// `text` with a backslash before each character of `special`.
std::string backslashed(const std::string& text, std::string_view special) {
  std::string all;
  for (const char c : text) {
    if (special.find(c) != special.npos) all += '\\';
    all += c;
  }
  return all;
}

/// A word in zsh's quotes.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The action that completes a value: the last part of an _arguments specification.
std::string action(const Values& values) {
  switch (values.kind) {
    case Values::Kind::kFile: return "_files";
    case Values::Kind::kFolder: return "_files -/";
    case Values::Kind::kRun: return "_tapehead_runs";
    case Values::Kind::kNone:
    case Values::Kind::kAny: return " ";
    case Values::Kind::kNames: break;
  }
  std::string names;
  for (const std::string& name : values.names)
    names += (names.empty() ? "" : " ") + backslashed(name, "\\ ()[]{}<>|&;:$`'\"*?#~!");
  return "(" + names + ")";
}

/// "--memory=[what remembers]:NAME:(ntm dnc)", quoted.
std::string specification(const TypedOption& option) {
  const std::string help = "[" + backslashed(option.help, "\\[]") + "]";
  if (option.values.kind == Values::Kind::kNone) return quoted(option.name + help);
  return quoted(option.name + "=" + help + ":" + option.values.called + ":" + action(option.values));
}

/// The settings that the command accepts, a selection of all.
std::string choice_of_settings(const Command& command) {
  if (command.settings.empty()) return "";
  if (takes_all_settings(command)) return " \"${settings[@]}\"";
  std::string starts;
  for (const std::string& start : command.settings) starts += (starts.empty() ? "" : "|") + start;
  return fmt::format(" \"${{(@M)settings:#--({})*}}\"", starts);
}

/// The function that completes a run: a directory or a trained model.
std::string runs_function() {
  return "_tapehead_runs() {\n  _alternative " +
         quoted("trained:trained model:" + action({Values::Kind::kNames, "", trained_names()})) +
         " 'runs:directory:_files -/'\n}\n\n";
}

std::string command_case(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments -S", command.name);
  for (const TypedOption& option : own_options(command)) text += " \\\n        " + specification(option);
  text += choice_of_settings(command);
  const Values values = positional_values(command);
  if (values.kind != Values::Kind::kNone)
    text +=
        " " + quoted(fmt::format("{}:{}:{}", command.positionals.most == 1 ? "1" : "*", values.called, action(values)));
  return text + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<Command>& commands) {
  std::string text(kZshHead);
  text.insert(text.find("_tapehead() {"), runs_function());
  text += "  commands=(\n";
  for (const Command& command : commands) text += "    " + quoted(command.name + ":" + command.summary) + "\n";
  text += "    'help:what there is'\n  )\n  settings=(\n";
  for (const TypedOption& option : setting_options()) text += "    " + specification(option) + "\n";
  text.append("  )").append(kZshMiddle);
  for (const Command& command : commands) text += command_case(command);
  return text.append(kZshTail);
}

}  // namespace tapehead
