#include "experiments/files/share_folder.hpp"

#include <sys/auxv.h>

#include <optional>

namespace tapehead {
namespace {

std::optional<std::filesystem::path>& given_folder() {
  static std::optional<std::filesystem::path> folder;
  return folder;
}

}  // namespace

std::filesystem::path own_program() {
  std::error_code failed;
  auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) {  // in a chroot without /proc: the path it was started by
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    program = std::filesystem::canonical(started ? started : "", failed);
  }
  return failed ? std::filesystem::path() : program;
}

std::filesystem::path share_folder(const std::string& name, const std::string& in_source) {
  const auto beside = [] {
    const auto program = own_program();
    return program.empty() ? program : program.parent_path().parent_path() / "share/tapehead";
  };
  const std::filesystem::path folder = given_folder() ? *given_folder() : beside();
  std::error_code failed;
  if (!folder.empty() && std::filesystem::is_directory(folder / name, failed)) return folder / name;
  return std::filesystem::path(TAPEHEAD_SOURCE_ROOT) / in_source;
}

void set_share_folder(const std::filesystem::path& folder) { given_folder() = folder; }

bool has_share_folder() { return given_folder().has_value(); }

std::filesystem::path presets_folder() { return share_folder("presets", "experiments/presets"); }

}  // namespace tapehead
