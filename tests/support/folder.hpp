#pragma once
// Files made for a test.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tapehead {

/// A temporary folder, removed with the object.
class TestFolder final {
 public:
  TestFolder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("tapehead-test-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  std::string text() const { return path_.string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tapehead
