#include <filesystem>

#include "experiments/commands/command.hpp"

namespace tapehead {

std::filesystem::path presets_folder() {
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  const auto installed = program.parent_path().parent_path() / "share/tapehead/presets";
  return !failed && std::filesystem::is_directory(installed, failed) ? installed : TAPEHEAD_PRESETS_DIR;
}

}  // namespace tapehead
