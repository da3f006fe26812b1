#pragma once
// What may be typed at each place after a command, with the known values: for shell completions.

#include <string>
#include <vector>

#include "experiments/command_line/command.hpp"

namespace tapehead {

/// What a value may be.
struct Values {
  enum class Kind {
    kNone,    ///< no value is wanted
    kAny,     ///< nothing that could be listed: a number, a text
    kNames,   ///< one of `names`
    kFile,    ///< a file's or directory's name
    kFolder,  ///< a directory's name
    kRun,     ///< a directory's name, or one of `names`
  };
  Kind kind = Kind::kAny;
  std::string called;  ///< as help calls it: "FILE", "N"
  std::vector<std::string> names;

  bool operator==(const Values&) const = default;
};

struct TypedOption {
  std::string name;  ///< "--memory.slots"
  std::string help;
  Values values;
};

/// The command's own options, then --help.
std::vector<TypedOption> own_options(const Command& command);

/// The settings of runs, each once; one that several parts declare accepts what any of them accepts.
std::vector<TypedOption> setting_options();

/// The positional arguments of a command; kNone where there are none.
Values positional_values(const Command& command);

}  // namespace tapehead
