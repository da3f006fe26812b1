#include "tasks/data/stored/idx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include "autodiff/base/error.hpp"
#include "autodiff/files/file_kind.hpp"
#include "tasks/data/formats/gzip.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr unsigned char kUnsignedByte = 8;  // the only element type supported here
constexpr uint32_t kMostSide = 4096;        // pixels; such a picture takes 16 MiB
constexpr const char *kTrainFiles = "train", *kTestFiles = "t10k";

std::string images_of(const char* part) { return std::string(part) + "-images-idx3-ubyte"; }
std::string labels_of(const char* part) { return std::string(part) + "-labels-idx1-ubyte"; }

/// The path of that file, plain or packed; empty if there is neither.
std::string found(const std::string& folder, const std::string& name) {
  std::error_code ignored;
  for (const char* const end : {"", ".gz"})
    if (const fs::path path = fs::path(folder) / (name + end); fs::exists(path, ignored)) return path.string();
  return "";
}

struct IdxFile {
  std::string name;
  IdxArray array;
};

IdxFile read_idx(const std::string& folder, const std::string& name, size_t dimensions) {
  const std::string path = found(folder, name);
  if (path.empty())
    throw InputError(
        fmt::format("{}: is not there, nor packed with .gz; all four files of pictures and labels in IDX "
                    "format are needed",
                    (fs::path(folder) / name).string()));
  return {path, parse_idx(path, read_text_file(path, "an IDX file"), dimensions)};
}

/// Adds pictures and labels to `set`; the first pictures read determine the size of all.
void add(const IdxFile& images, const IdxFile& labels, PictureSet& set) {
  const std::vector<uint32_t>& sizes = images.array.sizes;
  const PictureSize size{sizes[1], sizes[2], 1};
  const bool fits = size.height > 0 && size.width > 0 && std::max(size.height, size.width) <= kMostSide;
  if (sizes[0] == 0 || !fits)
    throw InputError(fmt::format("{}: got {} pictures of {}×{} pixels; at least one, of at most {}×{}, is needed",
                                 images.name, sizes[0], size.height, size.width, kMostSide, kMostSide));
  if (labels.array.sizes[0] != sizes[0])
    throw InputError(fmt::format("{}: got {} labels; {}, as many as there are pictures in {}, are needed", labels.name,
                                 labels.array.sizes[0], sizes[0], images.name));
  if (set.labels.empty()) set.size = size;
  if (size != set.size)
    throw InputError(fmt::format("{}: got pictures of {}×{} pixels; {}×{}, as those to train on, are needed",
                                 images.name, size.height, size.width, set.size.height, set.size.width));
  set.pixels.insert(set.pixels.end(), images.array.bytes.begin(), images.array.bytes.end());
  for (const char c : labels.array.bytes) set.labels.push_back(static_cast<unsigned char>(c));
}

/// The distinct labels in a range of a set, sorted.
std::vector<uint32_t> distinct(const PictureSet& set, size_t from, size_t to) {
  const std::span labels(set.labels);
  const std::set<uint32_t> all(labels.begin() + static_cast<std::ptrdiff_t>(from),
                               labels.begin() + static_cast<std::ptrdiff_t>(to));
  return {all.begin(), all.end()};
}

/// Checks that every class has training pictures and that no other class is tested; numbers the classes, and names them
/// by their labels where they have no names.
void number_classes(const IdxFile& trained, const IdxFile& tested, PictureSet& set) {
  const size_t published_from = set.labels.size() - set.published;
  const std::vector<uint32_t> known = distinct(set, 0, published_from);
  for (uint32_t i = 0; i < set.names.size(); ++i)
    if (!std::binary_search(known.begin(), known.end(), i))
      throw InputError(fmt::format("{}: has no label {} ({}); at least one picture of each class is needed",
                                   trained.name, i, set.names[i]));
  if (!set.names.empty() && known.back() >= set.names.size())
    throw InputError(
        fmt::format("{}: got the label {}; one below {} is needed", trained.name, known.back(), set.names.size()));
  if (known.size() < 2)
    throw InputError(
        fmt::format("{}: got one class, {}; pictures of at least two are needed", trained.name, known.front()));
  for (const uint32_t label : distinct(set, published_from, set.labels.size()))
    if (!std::binary_search(known.begin(), known.end(), label))
      throw InputError(
          fmt::format("{}: got the label {}, which is not trained on; one that has pictures to train on "
                      "is needed",
                      tested.name, label));
  if (set.names.empty())
    for (const uint32_t label : known) set.names.push_back(std::to_string(label));
  for (uint32_t& label : set.labels)
    label = static_cast<uint32_t>(std::lower_bound(known.begin(), known.end(), label) - known.begin());
}

}  // namespace

IdxArray parse_idx(const std::string& name, std::string bytes, size_t dimensions) {
  if (is_gzip(bytes)) bytes = unpacked(name, bytes);
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const size_t header = 4 + 4 * dimensions;
  const FileKind kind = kind_of(bytes);
  if (bytes.size() < 4 || byte(0) != 0 || byte(1) != 0 || byte(2) == 0)
    throw InputError(kind == FileKind::kUnknown
                         ? name + ": does not begin as an IDX file does; one of unsigned bytes is needed"
                         : fmt::format("{}: is {}; an IDX file of unsigned bytes is needed", name, name_of(kind)));
  if (byte(2) != kUnsignedByte)
    throw InputError(fmt::format("{}: got numbers of type {:#04x}; unsigned bytes ({:#04x}) are needed", name, byte(2),
                                 kUnsignedByte));
  if (byte(3) != dimensions)
    throw InputError(fmt::format("{}: got {} {}; {} are needed ({})", name, byte(3),
                                 byte(3) == 1 ? "dimension" : "dimensions", dimensions,
                                 dimensions == 1 ? "labels" : "pictures, lines, columns"));
  if (bytes.size() < header)
    throw InputError(
        fmt::format("{}: got {} bytes, which end in its sizes; a whole file is needed", name, bytes.size()));
  IdxArray array;
  uint64_t product = 1;
  for (size_t at = 4; at < header; at += 4) {
    array.sizes.push_back(uint32_t{byte(at)} << 24 | uint32_t{byte(at + 1)} << 16 | uint32_t{byte(at + 2)} << 8 |
                          byte(at + 3));
    product = std::min(product, uint64_t{1} << 31) * array.sizes.back();  // no file is as long: it cannot overflow
  }
  if (product != bytes.size() - header)
    throw InputError(fmt::format("{}: got {} bytes of numbers; {}, as its sizes say, are needed", name,
                                 bytes.size() - header, fmt::join(array.sizes, "×")));
  bytes.erase(0, header);
  array.bytes = std::move(bytes);
  return array;
}

PictureSet read_idx_folder(const std::string& folder, std::vector<std::string> names) {
  PictureSet set;
  set.names = std::move(names);
  std::vector<IdxFile> labels;
  for (const char* const part : {kTrainFiles, kTestFiles}) {
    const size_t before = set.labels.size();
    const IdxFile images = read_idx(folder, images_of(part), 3);
    labels.push_back(read_idx(folder, labels_of(part), 1));
    add(images, labels.back(), set);
    set.published = set.labels.size() - before;
  }
  number_classes(labels[0], labels[1], set);
  return set;
}

bool has_idx_files(const std::string& folder) {
  for (const char* const part : {kTrainFiles, kTestFiles})
    if (!found(folder, images_of(part)).empty() || !found(folder, labels_of(part)).empty()) return true;
  return false;
}

PictureSet read_fashion(const std::string& folder) {
  const std::string from = folder.empty() ? std::string(kFashionFolder) : folder;
  std::error_code ignored;
  if (folder.empty() && !fs::exists(from, ignored))
    throw InputError(
        fmt::format("{}: is not there; Debian's package {} (scripts/setup.sh data installs it), or a task.path to "
                    "Fashion-MNIST's files, is needed",
                    from, kFashionPackage));
  return read_idx_folder(
      from, {"t-shirt", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "boot"});
}

}  // namespace tapehead
