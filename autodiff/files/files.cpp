#include "autodiff/files/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace tapehead {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReplacing = "cannot be written";

std::string_view remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space there";
    case EFBIG: return "raise the limit on file sizes (ulimit -f)";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a place that you have the right to use";
    case ENOENT: return "give a path that exists";
    case ENOTDIR:
    case EEXIST: return "give a directory, not a file";
    case EISDIR: return "give a file, not a directory";
    case EBADF: return "open it, to /dev/null where nothing is wanted";
    default: return "check the path and the disk";
  }
}

void sync_directory(const fs::path& directory) {
  const Descriptor opened = open_file(directory, O_RDONLY | O_DIRECTORY, "cannot be opened");
  // Some file systems cannot sync a directory and return EINVAL; nothing better can be done there.
  if (fsync(opened.number()) != 0 && errno != EINVAL) throw FileError(directory, "cannot be synced", errno);
}

fs::path directory_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

/// The file to replace, whatever links lead to it: /dev/stdout is one. Throws InputError for a device or a pipe, which
/// a file would take the place of.
fs::path to_replace(const fs::path& path) {
  std::error_code unreadable;  // is told when the file is made
  const fs::file_status status = fs::status(path, unreadable);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    throw InputError(path.string() + ": is a device or a pipe; the name of a file is needed");
  if (!fs::is_symlink(path, unreadable)) return path;
  const fs::path file = fs::canonical(path, unreadable);
  return unreadable ? path : file;
}

}  // namespace

FileError::FileError(const fs::path& path, std::string_view deed, int error)
    : InputError(
          fmt::format("{}: {} ({}); {}", path.string(), deed, std::generic_category().message(error), remedy(error))) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

Descriptor open_file(const fs::path& path, int flags, std::string_view deed) {
  const int number = open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (number < 0) throw FileError(path, deed, errno);
  return Descriptor(number);
}

void write_all(const Descriptor& file, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(file.number(), bytes.data(), bytes.size());
    if (written >= 0)
      bytes.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR)
      throw FileError(path, "cannot be written", errno);
  }
}

// One fixed name: the next write replaces what a killed process left behind, so nothing piles up.
Replacement::Replacement(fs::path path) : path_(to_replace(path)), temporary_(path_.string() + ".tmp") {
  unlink(temporary_.c_str());
  file_ = Descriptor(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file_.number() < 0) throw FileError(path_, kReplacing, errno);
}

Replacement::~Replacement() {
  if (!is_committed_) unlink(temporary_.c_str());
}

void Replacement::write(std::string_view bytes) { write_all(file_, bytes, path_); }

void Replacement::commit() {
  if (fsync(file_.number()) != 0) throw FileError(path_, kReplacing, errno);
  // A network disk may report only now that it is full.
  if (close(file_.release()) != 0) throw FileError(path_, kReplacing, errno);
  if (rename(temporary_.c_str(), path_.c_str()) != 0) throw FileError(path_, kReplacing, errno);
  is_committed_ = true;
  sync_directory(directory_of(path_));
}

void write_atomically(const fs::path& path, std::string_view bytes) {
  Replacement file(path);
  file.write(bytes);
  file.commit();
}

std::string read_whole(const fs::path& path, uint64_t most) {
  constexpr std::string_view kDeed = "cannot be read";
  const Descriptor file = open_file(path, O_RDONLY | O_NONBLOCK, kDeed);  // a pipe without a writer must not block
  struct stat status {};
  if (fstat(file.number(), &status) != 0) throw FileError(path, kDeed, errno);
  if (S_ISDIR(status.st_mode)) throw FileError(path, kDeed, EISDIR);
  if (!S_ISREG(status.st_mode)) throw InputError(path.string() + ": is a device or a pipe; a regular file is needed");
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > most)
    throw InputError(fmt::format("{}: holds {} bytes; at most {} are accepted here", path.string(), size, most));

  std::string bytes(size, '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = read(file.number(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw FileError(path, kDeed, errno);
    if (got == 0) break;
    filled += static_cast<size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw FileError(path, "cannot be removed", error.value());
}

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (!error && !fs::is_directory(directory, error) && !error) error = std::make_error_code(std::errc::not_a_directory);
  if (error) throw FileError(directory, "cannot be made", error.value());
}

namespace {

constexpr auto kGlance =
    std::chrono::milliseconds(20);  // a test of whether somebody writes (is_being_written()) is shorter
constexpr int kMostGlances = 10;

}  // namespace

RunLock::RunLock(const fs::path& directory)
    : directory_(open_file(directory, O_RDONLY | O_DIRECTORY, "cannot be opened")) {
  for (int tries = 0; flock(directory_.number(), LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (errno != EWOULDBLOCK) throw FileError(directory, "cannot be locked", errno);
    if (tries == kMostGlances)
      throw InputError(directory.string() +
                       ": another process is writing here; wait for it to end or give another directory");
    std::this_thread::sleep_for(kGlance);
  }
}

bool is_being_written(const fs::path& directory) {
  const Descriptor file(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return file.number() >= 0 && flock(file.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace tapehead
