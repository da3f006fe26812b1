#pragma once
// All sub-commands of the program.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// All commands, in the order of --help.
const std::vector<Command>& commands();

/// The kinds of things that `list` knows: "tasks", "models", … "presets", "trained".
std::vector<std::string> listed_kinds();

int list_command(const CommandLine& line, const std::vector<std::string>& arguments);
int show_command(const CommandLine& line, const std::vector<std::string>& arguments);
int train_command(const CommandLine& line, const std::vector<std::string>& arguments);
int resume_command(const CommandLine& line, const std::vector<std::string>& arguments);
int answer_command(const CommandLine& line, const std::vector<std::string>& arguments);
int eval_command(const CommandLine& line, const std::vector<std::string>& arguments);
/// Becomes the script of that name, beside an installed program or in the source tree, with the arguments as they were
/// typed: its exit status is the program's. Throws InputError where it, or Python, is missing.
int script_command(const CommandLine& line, const std::vector<std::string>& arguments);
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
