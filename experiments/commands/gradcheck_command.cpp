#include <fmt/format.h>

#include <cstdio>

#include "autodiff/base/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/gradcheck/gradcheck.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {
namespace {

void print_checked(const std::string& line) {
  fmt::print("{}", line);
  std::fflush(stdout);
}

}  // namespace

int gradcheck_command(const CommandLine& line, const std::vector<std::string>&) {
  const bool only = line.has("only");
  if (line.has("all")) {
    if (!line.settings.entries.empty() || line.own.size() > (only ? 2 : 1))
      throw InputError("--all: got other options too; it checks everything and takes none but --only");
    return check_all(only ? line.own.at("only") : "", print_checked);
  }
  if (only) throw InputError("--only: got no --all; it is needed with it");
  const Configuration configuration = configure(declarations(), presets_folder(), line);
  return check_one(configuration.settings, print_checked);
}

}  // namespace tapehead
