#pragma once
// File access that a killed run, a full disk or a second process cannot spoil.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "autodiff/base/error.hpp"

namespace tapehead {

/// The system refused an operation on a file: `PATH: cannot be written (No space left on device); free some space
/// there`.
class FileError final : public InputError {
 public:
  using InputError::InputError;
  /// `deed`: what failed ("cannot be written"); `error`: its errno.
  FileError(const std::filesystem::path& path, std::string_view deed, int error);
};

/// A file descriptor, closed at the end.
class Descriptor final {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int number() const { return number_; }
  int release();  ///< the caller closes it

 private:
  int number_ = -1;
};

/// `open` with close-on-exec. Throws FileError with `deed`.
Descriptor open_file(const std::filesystem::path& path, int flags, std::string_view deed);

/// Writes all bytes, however often a signal or a pipe interrupts it. Throws FileError.
void write_all(const Descriptor& file, std::string_view bytes, const std::filesystem::path& path);

/// A new content for a path: written to PATH.tmp, which commit() renames. Without commit() the path is unchanged and
/// PATH.tmp is removed. Only a RunLock keeps two writers of one path apart.
class Replacement final {
 public:
  /// Throws FileError, as all members do, naming `path`.
  explicit Replacement(std::filesystem::path path);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  void write(std::string_view bytes);

  /// Afterwards `path` holds all that was written, on the disk.
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  Descriptor file_;
  bool is_committed_ = false;
};

/// Afterwards `path` holds all of `bytes`, on the disk, or what it held before. Throws FileError.
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

/// The bytes of a regular file. Throws InputError for anything else and for more than `most` bytes, FileError where it
/// cannot be read.
std::string read_whole(const std::filesystem::path& path, uint64_t most);

/// Removes the file, if it is there. Throws FileError.
void remove_file(const std::filesystem::path& path);

/// Makes the directory and its parents. Throws FileError.
void make_directory(const std::filesystem::path& directory);

/// While it lives, only this process writes into the directory (processes on other machines, over a network disk, are
/// not kept out). The lock is on the directory itself, so a killed process leaves no file behind.
class RunLock final {
 public:
  /// Throws InputError where another process holds the lock, FileError where there is no such directory.
  explicit RunLock(const std::filesystem::path& directory);

 private:
  Descriptor directory_;
};

/// Whether some process holds that directory's RunLock now.
bool is_being_written(const std::filesystem::path& directory);

}  // namespace tapehead
