#include "tasks/data/text/folder_contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/files/file_kind.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

FileKind kind_of_file(const fs::path& file) {
  constexpr size_t kEnough = 4096;  // bytes, of which the first line is part
  std::string start(kEnough, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), kEnough);
  start.resize(static_cast<size_t>(in.gcount()));
  return kind_of(start);
}

}  // namespace

std::string what_it_is(const fs::path& path) {
  std::error_code ignored;
  const FileKind kind = fs::is_regular_file(path, ignored) ? kind_of_file(path) : FileKind::kUnknown;
  return kind == FileKind::kUnknown ? "no folder" : std::string(name_of(kind));
}

void refuse_file(const fs::path& path, const std::string& needed) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored))
    throw InputError(fmt::format("{}: is {}; {}", path.string(), what_it_is(path), needed));
}

bool is_hidden_name(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

std::string contents_of(const fs::path& folder) {
  constexpr size_t kMostLookedAt = 20;
  std::vector<std::string> files, folders;
  std::error_code error, ignored;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (is_hidden_name(name)) continue;
    if (entry->is_directory(ignored)) folders.push_back(name);
    if (entry->is_regular_file(ignored)) files.push_back(name);  // a pipe would block
  }
  std::sort(files.begin(), files.end());
  std::sort(folders.begin(), folders.end());
  for (size_t i = 0; i < std::min(files.size(), kMostLookedAt); ++i)
    if (const FileKind kind = kind_of_file(folder / files[i]); kind != FileKind::kUnknown)
      return fmt::format("files such as {} ({})", shown(files[i]), name_of(kind));
  if (!files.empty()) return "files such as " + shown(files.front());
  return folders.empty() ? "" : "folders such as " + shown(folders.front());
}

}  // namespace tapehead
