#include "experiments/commands/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <new>
#include <system_error>

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/command_line/standard_streams.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/goal_help.hpp"
#include "experiments/commands/manual/option_help.hpp"
#include "experiments/commands/outputs.hpp"
#include "experiments/commands/python_command.hpp"
#include "experiments/commands/terminal/terminal_width.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {
namespace {

std::string overview() {
  std::string text = fmt::format("tapehead: {}\n\nusage: tapehead COMMAND ...\n\n", kProgramSummary);
  for (const Command& command : commands()) text += fmt::format("  {:11}{}\n", command.name, command.summary);
  text += "\ntapehead COMMAND --help tells a command's options.\nExit status:";
  for (const auto& [status, meaning] : exit_meanings())
    text +=
        fmt::format("{} {} {}", status == exit_meanings().front().status ? "" : ",", static_cast<int>(status), meaning);
  return text + ".\nFirst steps: tapehead train --preset copy --out runs/copy\n";
}

std::string help(const Command& command, const CommandLine& line) {
  std::string text = fmt::format("usage: tapehead {}\n\n{}\n\n", command.usage, command.summary);
  if (takes_all_settings(command)) text += goal_help(line) + "\n\n";
  if (command.positionals.name == "RUN") text += fmt::format("{}\n\n", kRunMeaning);
  text += command_help("options of " + command.name, command.options);
  if (takes_all_settings(command)) return text + "\n" + full_help(declarations());
  if (!command.settings.empty())
    text += fmt::format("\nsettings it takes: {} (tapehead train --help tells them)\n", settings_taken(command));
  return text;
}

/// Takes the words behind --help out of the arguments: what it is asked about.
std::vector<std::string> asked_about(std::vector<std::string>& arguments) {
  const auto help = std::find(arguments.begin(), arguments.end(), "--help");
  if (help == arguments.end()) return {};
  const auto end = std::find_if(help + 1, arguments.end(), [](const auto& word) { return word.starts_with('-'); });
  std::vector<std::string> words(help + 1, end);
  arguments.erase(help + 1, end);
  return words;
}

/// Refuses an option of the catalogue that this command would ignore.
void check_settings(const Command& command, const CommandLine& line) {
  for (const auto& [name, entry] : line.settings.entries)
    if (!takes_setting(command, name))
      throw InputError(fmt::format("--{}: tapehead {} does not take it; of a run's settings it takes {}", name,
                                   command.name, settings_taken(command)));
}

const Command& find(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  throw InputError(unknown_name("tapehead", name, names));
}

int run(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
    std::fputs(overview().c_str(), arguments.empty() ? stderr : stdout);
    return arguments.empty() ? kBadInput : kDone;
  }
  if (arguments[0] == "--version") {
    fmt::print("tapehead {} (commit {})\n", TAPEHEAD_VERSION, commit());
    return kDone;
  }
  const Command& command = find(arguments[0]);
  leave_to_python(arguments);
  if (command.is_script) return command.run({}, arguments);
  std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  std::replace(rest.begin(), rest.end(), std::string("-h"), std::string("--help"));
  const bool has_parts = takes_all_settings(command) && command.positionals.most == 0;
  const std::vector<std::string> words = has_parts ? asked_about(rest) : std::vector<std::string>{};
  std::vector<CommandOption> own = command.options;
  own.push_back(help_option());
  const CommandLine line = parse_command_line(
      rest, own, command.positionals, command.settings.empty() ? Declarations{} : declarations(), command.settings);
  if (line.has("help")) {
    std::string text = words.empty() ? help(command, line) : "";
    for (const std::string& word : words) text += (text.empty() ? "" : "\n") + help_about(word, declarations());
    std::fputs(text.c_str(), stdout);
    return kDone;
  }
  check_settings(command, line);
  check_outputs(command.options, line);
  return command.run(line, arguments);
}

/// The status of run(), with errors as one line.
int status_of(const std::vector<std::string>& arguments) {
  try {
    return run(arguments);
  } catch (const Interrupted&) {
    return kInterrupted;
  } catch (const InputError& error) {
    print_message(error.what());
    return kBadInput;
  } catch (const DivergedError& error) {
    print_message(error.what());
    return kDiverged;
  } catch (const std::filesystem::filesystem_error& error) {  // where a look at a path is no more than a question
    print_message(FileError(error.path1(), "cannot be used", error.code().value()).what());
    return kBadInput;
  } catch (const std::system_error& error) {  // from the standard library
    print_message(error.what());
    return kBadInput;
  } catch (const std::bad_alloc&) {
    std::fwrite(kNoMemory.data(), 1, kNoMemory.size(), stderr);
    return kBadInput;
  }
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  settle_standard_streams();
  const int status = status_of(arguments);
  std::fflush(stdout);
  const int failure = output_failure();
  if (status != kDone || failure == 0 || failure == EPIPE) return status;  // a reader that has left wanted no more
  print_message(FileError("standard output", "cannot be written", failure).what());
  return kBadInput;
}

}  // namespace tapehead
