#pragma once
// Files that a killed run, a full disk or a second process cannot spoil.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "autodiff/base/error.hpp"

namespace tapehead {

/// The system refused a file: `PATH: cannot be written (No space left on device); free some space there`.
class FileError final : public InputError {
 public:
  using InputError::InputError;
  /// `deed` is what failed ("cannot be written"), `error` the errno of it.
  FileError(const std::filesystem::path& path, std::string_view deed, int error);
};

/// An open file's number, closed at the end.
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

/// `open` with close-on-exec. Throws FileError, whose text says `deed`.
Descriptor open_file(const std::filesystem::path& path, int flags, std::string_view deed);

/// All bytes, however often a signal or a pipe cuts the write short. Throws FileError.
void write_all(const Descriptor& file, std::string_view bytes, const std::filesystem::path& path);

/// What a path is to hold: PATH.tmp, which commit() renames. Without that the path stays as it was and PATH.tmp goes.
/// Nothing keeps two writers of one path apart but a RunLock.
class Replacement final {
 public:
  /// Throws FileError, as all here do; each tells of `path`.
  explicit Replacement(std::filesystem::path path);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  void write(std::string_view bytes);

  /// `path` holds afterwards all that was written, on the disk.
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  Descriptor file_;
  bool is_committed_ = false;
};

/// `path` holds afterwards all of `bytes`, on the disk, or what it held before. Throws FileError.
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

/// The bytes of a regular file. Throws InputError for anything else and for more than `most` bytes, FileError if it
/// cannot be read.
std::string read_whole(const std::filesystem::path& path, uint64_t most);

/// Makes the directory and those above it. Throws FileError.
void make_directory(const std::filesystem::path& directory);

/// This process alone writes into the directory, as long as the lock lives (other machines on a network disk are
/// not kept out). The lock is on the directory itself: no file stays behind when a process is killed.
class RunLock final {
 public:
  /// Throws InputError if another holds the lock, FileError if there is no such directory.
  explicit RunLock(const std::filesystem::path& directory);

 private:
  Descriptor directory_;
};

/// Whether a process holds the RunLock of that directory now.
bool is_being_written(const std::filesystem::path& directory);

}  // namespace tapehead
