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
  if (line.has("all") && (!line.settings.entries.empty() || line.own.size() > 1))
    throw InputError("--all: got other options too; it checks everything and takes none");
  if (line.has("all")) return run_gradcheck(true, nullptr, print_checked);
  const Configuration configuration = configure(declarations(), presets_folder(), line);
  return run_gradcheck(false, &configuration.settings, print_checked);
}

}  // namespace tapehead
