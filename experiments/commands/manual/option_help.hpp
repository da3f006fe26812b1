#pragma once
// Options and rows for `--help`: one aligned line each, grouped by the part that declares them.

#include <string>
#include <vector>

#include "experiments/options/configuration.hpp"

namespace tapehead {

/// A command's own options under `title`: name, "VALUE" where it takes one, help.
std::string command_help(const std::string& title, const std::vector<CommandOption>& options);

/// What an option's line says.
struct OptionWords {
  std::string name;   ///< "--memory.slots"
  std::string taken;  ///< "an integer from 1 to 1048576"
  std::string help;   ///< with the default in brackets
};
OptionWords option_words(const Option& option, const Declarations& declarations);

/// Options under `title`: name, accepted values, default in brackets, help. `declarations` gives the part names that a
/// kPart accepts.
std::string option_help(const std::string& title, const std::vector<Option>& options, const Declarations& declarations);

/// A row's options under its kind, name, summary and source; an alias shows what it stands for.
std::string part_help(PartKind kind, const PartInfo& row, const Declarations& declarations);

/// The title line of part_help: "memory ntm: a matrix … (Graves et al. 2014)", and what an alias stands for.
std::string part_title(PartKind kind, const PartInfo& row);
std::string alias_words(const PartInfo& row);

/// The general options, then those of every part by kind.
std::string full_help(const Declarations& declarations);

/// What `train --help WORD` tells: the parts of that name or kind, and the options that are it or begin with it. Throws
/// InputError where there are none.
std::string help_about(const std::string& word, const Declarations& declarations);

}  // namespace tapehead
