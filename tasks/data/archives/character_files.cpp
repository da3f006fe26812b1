#include "tasks/data/archives/character_files.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <system_error>

#include "autodiff/base/error.hpp"
#include "autodiff/files/file_kind.hpp"
#include "tasks/data/sequences/parts.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/folder_contents.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestPng = 1 << 20;  // bytes; a character takes some hundred, but a small file may claim gigabytes
constexpr std::array kParts = {"train", "val", "valid", "validation", "test"};  // of sets of pictures
constexpr const char* kLayout = "folders ALPHABET/CHARACTER of PNG files, or zip files of them, are needed";

bool ends_with(const fs::path& path, const char* extension) {
  return lower_case(path.extension().string()) == extension;
}

/// Whether a part of the path is hidden.
bool is_hidden(const fs::path& path) {
  return std::any_of(path.begin(), path.end(), [](const fs::path& part) { return is_hidden_name(part.string()); });
}

/// The name of a folder, or of a zip file without .zip, however its path is written: "X/", ".".
fs::path name_of(const fs::path& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path last = whole.has_filename() ? whole : whole.parent_path();
  return ends_with(last, ".zip") ? last.stem() : last.filename();
}

/// The files of all classes, by "ALPHABET/CHARACTER" and whether they belong to the published test set.
class Collected final {
 public:
  /// Adds a file by its path within the folder or zip file, whose name it begins with. A file that its class already
  /// has is skipped: a folder may contain a zip file and its unpacked contents, or the published small sets beside the
  /// whole one.
  void add(const fs::path& within, const std::string& from, std::string_view bytes) {
    if (bytes.size() > kLargestPng)
      throw InputError(
          fmt::format("{}: got {} bytes; a PNG file of at most {} is needed", from, bytes.size(), kLargestPng));
    const fs::path character = within.parent_path();
    const bool test = std::any_of(within.begin(), within.end(),
                                  [](const fs::path& part) { return part.string().starts_with("images_evaluation"); });
    const std::string name = (character.parent_path().filename() / character.filename()).string();
    auto& [set, seen] = classes_[{name, test}];
    if (seen.insert(hash_of(bytes)).second) set.add(name, test, from, bytes);
  }

  CharacterSet all(const std::string& path) {
    if (classes_.empty()) {
      const std::string contents = contents_of(path);
      throw InputError(
          fmt::format("{}: has no PNG files{}; {}", path, contents.empty() ? "" : ", but " + contents, kLayout));
    }
    refuse_parts(path);
    CharacterSet all;
    for (auto& [key, of] : classes_) {
      CharacterSet::Class& one = of.set.classes[0];
      if (one.count() < 2)
        throw InputError(
            fmt::format("{}: got one picture of {}; at least two of each character are needed", path, key.first));
      all.classes.push_back(std::move(one));
    }
    return all;
  }

 private:
  /// Parts of one set that lie side by side, as for `pictures`, would be alphabets, and a class of both two characters.
  void refuse_parts(const std::string& path) const {
    std::set<std::string> alphabets;
    for (const auto& [key, of] : classes_) alphabets.insert(fs::path(key.first).parent_path().string());
    const auto is_part = [](const std::string& name) {
      return std::find(kParts.begin(), kParts.end(), lower_case(name)) != kParts.end();
    };
    if (alphabets.size() > 1 && std::all_of(alphabets.begin(), alphabets.end(), is_part))
      throw InputError(
          fmt::format("{}: got the parts {} of one set; {}; task.validation-share and "
                      "task.test-share divide them",
                      path, fmt::join(alphabets, " and "), kLayout));
  }

  struct OfAClass {
    CharacterSet set;         ///< of this class alone
    std::set<uint64_t> seen;  ///< hashes of its files
  };
  std::map<std::pair<std::string, bool>, OfAClass> classes_;
};

using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;

/// Adds the PNG files of a zip file, in the order of their names.
void add_zip(const std::string& path, Collected& collected) {
  int code = 0;
  const Zip zip(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code), zip_discard);
  if (!zip) {
    if (const FileKind kind = kind_of(read_text_file(path, "a zip file"));
        kind != FileKind::kUnknown && kind != FileKind::kZip)
      throw InputError(fmt::format("{}: is {}; a whole zip file is needed", path, name_of(kind)));
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw InputError(fmt::format("{}: cannot be read ({}); a whole zip file is needed", path, why));
  }
  std::map<std::string, zip_uint64_t> entries;
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip.get(), 0); ++i) {
    const char* const name = zip_get_name(zip.get(), static_cast<zip_uint64_t>(i), 0);
    if (name && ends_with(name, ".png") && !is_hidden(name)) entries.emplace(name, static_cast<zip_uint64_t>(i));
  }
  const fs::path own = name_of(path);
  std::string bytes;
  for (const auto& [name, index] : entries) {
    const std::string from = path + ":" + name;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(zip.get(), index, 0, &stat) != 0 || !(stat.valid & ZIP_STAT_SIZE) || stat.size > kLargestPng)
      throw InputError(
          fmt::format("{}: is larger than {} bytes, or does not say; a PNG file is needed", from, kLargestPng));
    bytes.resize(stat.size);
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(zip_fopen_index(zip.get(), index, 0), zip_fclose);
    char more;
    if (!file || zip_fread(file.get(), bytes.data(), stat.size) != static_cast<zip_int64_t>(stat.size) ||
        zip_fread(file.get(), &more, 1) != 0)  // the checksum is verified at the end
      throw InputError(fmt::format("{}: cannot be read; a whole zip file is needed", from));
    collected.add(own / fs::path(name).relative_path(), from, bytes);
  }
}

/// Adds all PNG files below a folder, and those of the zip files that lie in it.
void add_folder(const fs::path& folder, Collected& collected) {
  constexpr auto kFollow = fs::directory_options::follow_directory_symlink;
  std::vector<fs::path> files;
  std::error_code error, ignored;
  std::vector<fs::path> around{fs::canonical(folder, ignored)};  // the folders around the current one, links resolved
  for (fs::recursive_directory_iterator entry(folder, kFollow, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path within = entry->path().lexically_relative(folder);
    if (entry->is_directory(ignored)) {
      around.resize(static_cast<size_t>(entry.depth()) + 1);
      around.push_back(fs::canonical(entry->path(), ignored));
      const bool goes_round = std::find(around.begin(), around.end() - 1, around.back()) != around.end() - 1;
      if (goes_round || is_hidden(within)) entry.disable_recursion_pending();
      continue;
    }
    if (is_hidden(within)) continue;
    const bool zip = entry.depth() == 0 && ends_with(within, ".zip");
    if (zip || ends_with(within, ".png")) files.push_back(within);
  }
  if (error) throw InputError(fmt::format("{}: cannot be read ({}); {}", folder.string(), error.message(), kLayout));
  std::sort(files.begin(), files.end());
  const fs::path own = name_of(folder);
  for (const fs::path& within : files) {
    const std::string path = (folder / within).string();
    if (ends_with(within, ".zip"))
      add_zip(path, collected);
    else
      collected.add(own / within, path, read_text_file(path, "a PNG file"));
  }
}

}  // namespace

CharacterSet read_characters(const std::string& path) {
  Collected collected;
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    add_folder(path, collected);
  else if (ends_with(path, ".zip"))
    add_zip(path, collected);
  else
    throw InputError(fmt::format("{}: is {}; {}", path, what_it_is(path), kLayout));
  return collected.all(path);
}

}  // namespace tapehead
