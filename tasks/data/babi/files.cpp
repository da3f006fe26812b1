#include "tasks/data/babi/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "autodiff/base/error.hpp"
#include "tasks/data/babi/ids.hpp"
#include "tasks/data/text/folder_contents.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

/// Sorted names of a directory's entries. Throws InputError where it cannot be read.
std::vector<std::string> names_in(const fs::path& directory) {
  refuse_file(directory, "a directory of bAbI files is needed");
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    names.push_back(entry->path().filename().string());
  if (error)
    throw InputError(fmt::format("{}: cannot be read ({}); a directory of bAbI files is needed", directory.string(),
                                 error.message()));
  std::sort(names.begin(), names.end());
  return names;
}

bool is_file_of(std::string_view name, int id, const std::string& split) {
  const std::string begin = fmt::format("qa{}", id);
  return name.starts_with(begin + '_') && (name.substr(begin.size()).ends_with("_" + split + ".txt") ||
                                           name.substr(begin.size()).ends_with("_" + split + ".PARTIAL.txt"));
}

std::vector<int> ids_with_train(const std::vector<std::string>& names) {
  std::vector<int> ids;
  for (int id = 1; id <= kBabiTasks; ++id)
    if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return is_file_of(name, id, "train"); }))
      ids.push_back(id);
  return ids;
}

/// The subdirectories that contain some task's train file.
std::vector<std::string> directories_below(const fs::path& directory, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::is_directory(directory / name, error)) continue;
    fs::directory_iterator entry(directory / name, error);
    std::vector<std::string> below;
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
      below.push_back(entry->path().filename().string());
    if (!ids_with_train(below).empty()) found.push_back(name);
  }
  return found;
}

[[noreturn]] void refuse_without_train(const fs::path& directory, const std::vector<std::string>& names, int id) {
  const std::vector<int> ids = ids_with_train(names);
  const std::string sought = babi_file_names(id, "train");
  if (!ids.empty())
    throw InputError(fmt::format("{}: got no {}; task.ids may be of {}, whose files are there", directory.string(),
                                 sought, fmt::join(ids, ",")));
  const std::vector<std::string> below = directories_below(directory, names);
  if (!below.empty())
    throw InputError(
        fmt::format("{}: got no {}, but directories that have such files ({}); one of them, such as {}, "
                    "is needed",
                    directory.string(), sought, fmt::join(below, ", "), (directory / below.front()).string()));
  const std::string contents = contents_of(directory);
  throw InputError(fmt::format("{}: got no {} and no other bAbI file{}; a directory that has them is needed",
                               directory.string(), sought, contents.empty() ? "" : ", but " + contents));
}

/// The path of the only file of a split, or nothing.
std::string only_file(const fs::path& directory, const std::vector<std::string>& names, int id,
                      const std::string& split) {
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (is_file_of(name, id, split)) found.push_back(name);
  if (found.size() > 1)
    throw InputError(fmt::format("{}: got {} and {} as {} files of task {}; only one of them is needed",
                                 directory.string(), found[0], found[1], split, id));
  return found.empty() ? "" : (directory / found[0]).string();
}

}  // namespace

BabiFiles find_babi_files(const std::string& directory, int id) {
  const std::vector<std::string> names = names_in(directory);
  const auto file = [&](const char* split) { return only_file(directory, names, id, split); };
  const BabiFiles files{file("train"), file("valid"), file("test")};
  if (files.train.empty()) refuse_without_train(directory, names, id);
  return files;
}

std::string babi_file_names(int id, const std::string& split) {
  return fmt::format("qa{0}_*_{1}.txt or qa{0}_{1}.txt", id, split);
}

}  // namespace tapehead
