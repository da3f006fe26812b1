// A control group's memory limit, as read from the system's files.

#include "autodiff/base/memory_limit.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

namespace tapehead {
namespace {

/// A folder of files, removed with the object.
class Files final {
 public:
  Files() { std::filesystem::create_directories(root_); }
  ~Files() { std::filesystem::remove_all(root_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text << '\n';
    return root_ / name;
  }
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_ = std::filesystem::temp_directory_path() / ("tapehead-limit-" + std::to_string(getpid()));
};

}  // namespace

TEST_CASE("of a control group and those around it the least limit holds, with what it may swap") {
  const Files files;
  const auto process = files.write("process", "0::/inner/own");
  const auto limit = [&](double swap) { return group_limit(process, files.root(), swap); };
  CHECK(std::isinf(limit(0)));
  files.write("inner/own/memory.max", "max");
  CHECK(std::isinf(limit(0)));
  files.write("inner/memory.max", "5000");
  CHECK(limit(0) == 5000);
  CHECK(limit(300) == 5300);  // nothing is said of its swap: all there is
  files.write("inner/memory.swap.max", "100");
  CHECK(limit(300) == 5100);
  files.write("memory.max", "4000");
  CHECK(limit(0) == 4000);
}

TEST_CASE("so has a group of the first version") {
  const Files files;
  const auto process = files.write("process", "7:cpu,cpuacct:/own\n4:memory:/own");
  CHECK(std::isinf(group_limit(process, files.root(), 0)));
  files.write("memory/own/memory.limit_in_bytes", "7000");
  files.write("own/memory.max", "1");
  CHECK(group_limit(process, files.root(), 50) == 7050);
}

TEST_CASE("there is some memory, and not more than there could be") {
  const MemoryLimit limit = memory_limit();
  CHECK(limit.bytes > 1e6);
  CHECK(limit.bytes < 1e16);
}

}  // namespace tapehead
