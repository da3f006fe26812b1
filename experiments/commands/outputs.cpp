#include "experiments/commands/outputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "autodiff/base/error.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

/// What a path names that no new file may replace, in words; empty where it may.
std::string fault(const fs::path& path) {
  if (path.empty()) return "nothing";
  std::error_code unreadable;  // is told when the file is made
  if (fs::is_directory(path, unreadable)) return fmt::format("the directory {}", path.string());
  const bool is_of_run = RunDirectory::keeps(path.filename()) && fs::exists(RunDirectory(path.parent_path()).config());
  return is_of_run ? fmt::format("{}, a file of the run itself", path.string()) : "";
}

}  // namespace

void check_outputs(const std::vector<CommandOption>& own, const CommandLine& line) {
  for (const CommandOption& option : own) {
    if (!option.writes || !line.has(option.name) || line.own.at(option.name) == "-") continue;
    if (const std::string got = fault(line.own.at(option.name)); !got.empty())
      throw InputError(fmt::format("--{}: got {}; the name of a file is needed", option.name, got));
  }
}

}  // namespace tapehead
