#include "tasks/data/stored/png_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "autodiff/base/error.hpp"
#include "autodiff/files/utf8.hpp"
#include "tasks/data/formats/png.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/folder_contents.hpp"
#include "tasks/data/text/shown.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClassFolders = "folders of PNG files, one for each class, are needed";
constexpr const char* kFolderLayout =
    "FOLDER/CLASS/*.png, or FOLDER/train/CLASS/*.png beside FOLDER/test/CLASS/*.png, is needed";
/// For a path that may have either format (idx.hpp) and has no sign of the other.
constexpr const char* kEither =
    "a folder of MNIST's four IDX files (train-images-idx3-ubyte …), or of a folder of PNG files for each class, is "
    "needed";

/// The sorted names of a folder's entries that are `wanted` and not hidden. Throws InputError, which says what is
/// needed.
template <class Wanted>
std::vector<std::string> entries_of(const fs::path& folder, Wanted wanted, const char* needed = kClassFolders) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!is_hidden_name(name) && wanted(*entry)) names.push_back(name);
  }
  if (error) throw InputError(fmt::format("{}: cannot be read ({}); {}", folder.string(), error.message(), needed));
  std::sort(names.begin(), names.end());
  return names;
}

bool is_folder(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_directory(ignored);
}

bool is_png(const fs::directory_entry& entry) { return lower_case(entry.path().extension().string()) == ".png"; }

/// Adds a folder's classes, all of which must be known to `set`.
void add_classes(const fs::path& folder, const std::vector<std::string>& classes, bool colours, std::string& first,
                 PictureSet& set) {
  for (const std::string& name : classes) {
    const fs::path of_class = folder / name;
    const auto known = std::find(set.names.begin(), set.names.end(), name);
    if (known == set.names.end())
      throw InputError(fmt::format("{}: got a class that is not trained on; {}", of_class.string(),
                                   "one that has pictures to train on is needed"));
    const std::vector<std::string> files = entries_of(of_class, is_png);
    if (files.empty() && !entries_of(of_class, is_folder).empty())
      throw InputError(
          fmt::format("{}: has no PNG file, but {}; {}", of_class.string(), contents_of(of_class), kFolderLayout));
    if (files.empty())
      throw InputError(of_class.string() + ": has no PNG file; at least one picture of each class is needed");
    for (const std::string& file : files) {
      const std::string path = (of_class / file).string();
      const PngPicture picture = read_png(path, colours);
      if (first.empty()) first = path, set.size = picture.size;
      if (picture.size != set.size)
        throw InputError(fmt::format("{}: got {}×{} pixels; {}×{}, as {} has, are needed", path, picture.size.height,
                                     picture.size.width, set.size.height, set.size.width, first));
      set.pixels.insert(set.pixels.end(), picture.pixels.begin(), picture.pixels.end());
      set.labels.push_back(static_cast<uint32_t>(known - set.names.begin()));
    }
  }
}

}  // namespace

PictureSet read_png_folder(const std::string& folder, bool colours) {
  const fs::path path(folder);
  refuse_file(path, kEither);
  std::error_code ignored;
  const bool parted = fs::is_directory(path / "train", ignored) && fs::is_directory(path / "test", ignored);
  for (const char* const name : {"val", "valid", "validation"})
    if (parted && fs::is_directory(path / name, ignored))
      throw InputError(
          fmt::format("{}: lies beside train and test; these two alone are needed, for what validates is a "
                      "share of train (task.validation-share)",
                      (path / name).string()));
  const fs::path trained_on = parted ? path / "train" : path;
  PictureSet set;
  const char* const needed = parted ? kClassFolders : kEither;
  set.names = entries_of(trained_on, is_folder, needed);
  if (set.names.size() < 2) {
    const std::string contents = set.names.empty() ? contents_of(trained_on) : "";
    throw InputError(fmt::format("{}: got {}{}; {}", trained_on.string(),
                                 set.names.empty() ? "no folders" : "one folder",
                                 contents.empty() ? "" : ", but " + contents, needed));
  }
  for (const std::string& name : set.names)
    if (first_non_utf8(name) != name.npos || shown(name) != '"' + name + '"' ||
        name.find_first_not_of(' ') == name.npos)
      throw InputError(fmt::format("{}: got a class called {}; at most 40 bytes of UTF-8 that show are needed",
                                   trained_on.string(), shown(name)));
  std::string first;
  add_classes(trained_on, set.names, colours, first, set);
  if (!parted) return set;
  const size_t before = set.labels.size();
  add_classes(path / "test", entries_of(path / "test", is_folder), colours, first, set);
  set.published = set.labels.size() - before;
  return set;
}

}  // namespace tapehead
