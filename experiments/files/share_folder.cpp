#include "experiments/files/share_folder.hpp"

#include <sys/auxv.h>

namespace tapehead {

std::filesystem::path own_program() {
  std::error_code failed;
  auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) {  // in a chroot without /proc: the path it was started by
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    program = std::filesystem::canonical(started ? started : "", failed);
  }
  return failed ? std::filesystem::path() : program;
}

std::filesystem::path share_folder(const std::string& name, const std::filesystem::path& in_source) {
  const auto program = own_program();
  const auto installed = program.parent_path().parent_path() / "share/tapehead" / name;
  std::error_code failed;
  return !program.empty() && std::filesystem::is_directory(installed, failed) ? installed : in_source;
}

std::filesystem::path presets_folder() { return share_folder("presets", TAPEHEAD_PRESETS_DIR); }

}  // namespace tapehead
