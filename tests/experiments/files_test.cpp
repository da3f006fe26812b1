#include "autodiff/files/files.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <set>

using namespace tapehead;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

/// A new directory, removed with its content at the end.
struct Directory {
  Directory() {
    std::string name = (fs::temp_directory_path() / "tapehead-files-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Directory() { fs::remove_all(path); }

  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(path)) all.insert(entry.path().filename());
    return all;
  }
  fs::path path;
};

/// No file may grow beyond `bytes`: simulates a full disk.
struct FileSizeLimit {
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  rlimit before{};
};

const uint64_t kAny = 1u << 30;

}  // namespace

TEST_CASE("files: an atomic write replaces the whole file and leaves nothing else") {
  const Directory directory;
  const fs::path path = directory.path / "a.txt";
  const std::string binary("\0\n\xff", 3), large(3'000'000, 'x');
  for (const std::string& bytes : {large, binary, std::string()}) {
    write_atomically(path, bytes);
    CHECK(read_whole(path, kAny) == bytes);
  }
  CHECK(directory.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("files: what a killed writer left behind is replaced") {
  const Directory directory;
  std::ofstream(directory.path / "a.txt.tmp") << "half of a";
  write_atomically(directory.path / "a.txt", "whole");
  CHECK(read_whole(directory.path / "a.txt", kAny) == "whole");
  CHECK(directory.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("files: a write that fails midway leaves the old file and no other") {
  const Directory directory;
  const fs::path path = directory.path / "a.txt";
  write_atomically(path, "last good");
  {
    const FileSizeLimit limit(1000);
    CHECK_THROWS_WITH(write_atomically(path, std::string(5000, 'x')),
                      path.string() +
                          ": cannot be written (File too large); raise the limit on file sizes "
                          "(ulimit -f)");
  }
  CHECK(read_whole(path, kAny) == "last good");
  CHECK(directory.names() == std::set<std::string>{"a.txt"});
}

TEST_CASE("files: a place that cannot be written is an error that says why") {
  const Directory directory;
  CHECK_THROWS_WITH(write_atomically(directory.path / "none" / "a", "x"),
                    Contains("none/a: cannot be written (No such file or directory); give a path that exists"));
  std::ofstream(directory.path / "file") << "x";
  CHECK_THROWS_WITH(write_atomically(directory.path / "file" / "a", "x"), Contains("give a directory, not a file"));
  fs::create_directory(directory.path / "directory");
  CHECK_THROWS_WITH(write_atomically(directory.path / "directory", "x"), Contains("give a file, not a directory"));
  CHECK(directory.names() == std::set<std::string>{"file", "directory"});
}

TEST_CASE("files: a full disk") {
  CHECK_THROWS_WITH(write_all(open_file("/dev/full", O_WRONLY, "cannot be opened"), "x", "/dev/full"),
                    "/dev/full: cannot be written (No space left on device); free some space there");
}

TEST_CASE("files: a directory without the right to write") {
  if (geteuid() == 0) {
    WARN("skipped: root may write everywhere");
    return;
  }
  const Directory directory;
  fs::permissions(directory.path, fs::perms::owner_read | fs::perms::owner_exec);
  CHECK_THROWS_WITH(write_atomically(directory.path / "a", "x"), Contains("that you have the right to use"));
  fs::permissions(directory.path, fs::perms::owner_all);
}

TEST_CASE("files: only regular files of a bearable size are read") {
  const Directory directory;
  const fs::path path = directory.path / "a";
  CHECK_THROWS_WITH(read_whole(path, 10), Contains("cannot be read (No such file or directory)"));
  std::ofstream(path) << "0123456789";
  CHECK(read_whole(path, 10) == "0123456789");
  CHECK_THROWS_WITH(read_whole(path, 9), path.string() + ": holds 10 bytes; at most 9 are accepted here");
  CHECK_THROWS_WITH(read_whole(directory.path, 10), Contains("give a file, not a directory"));
  CHECK_THROWS_WITH(read_whole("/dev/zero", 10), Contains("a regular file is needed"));
  REQUIRE(mkfifo((directory.path / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_whole(directory.path / "pipe", 10), Contains("a regular file is needed"));
}

TEST_CASE("files: making directories") {
  const Directory directory;
  make_directory(directory.path / "a" / "b");
  make_directory(directory.path / "a" / "b");
  CHECK(fs::is_directory(directory.path / "a" / "b"));
  std::ofstream(directory.path / "file") << "x";
  CHECK_THROWS_WITH(make_directory(directory.path / "file"), Contains("give a directory, not a file"));
  CHECK_THROWS_WITH(make_directory(directory.path / "file" / "below"), Contains("give a directory, not a file"));
}

TEST_CASE("files: one writer a directory, and the lock goes with its process") {
  const Directory directory;
  auto lock = std::make_unique<RunLock>(directory.path);
  CHECK_THROWS_WITH(
      RunLock(directory.path),
      directory.path.string() + ": another process is writing here; wait for it to end or give another directory");
  lock.reset();
  CHECK(directory.names().empty());

  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const RunLock own(directory.path);
    _exit(write(ready[1], "x", 1) == 1 && pause() == 0);
  }
  char byte;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK_THROWS_AS(RunLock(directory.path), InputError);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  CHECK_NOTHROW(RunLock(directory.path));
  CHECK_THROWS_AS(RunLock(directory.path / "none"), FileError);
}
