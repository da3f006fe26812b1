#pragma once
// Folders of bAbI files: made for a test, and the real ones.

#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace tapehead::testing {

/// A folder of its own that is gone with the object.
class BabiFolder final {
 public:
  BabiFolder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("tapehead-babi-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  ~BabiFolder() { std::filesystem::remove_all(path_); }
  BabiFolder(const BabiFolder&) = delete;
  BabiFolder& operator=(const BabiFolder&) = delete;

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

/// The folder of the published files ("en", "en-10k"), for test cases tagged [published], which are run where it is
/// (tests/CMakeLists.txt).
inline std::filesystem::path published_babi(const std::string& name) {
  const char* const shared = std::getenv("TAPEHEAD_SHARED");
  const auto path = std::filesystem::path(shared ? shared : "../shared") / "data" / "babi" / name;
  INFO(path.string());
  REQUIRE(std::filesystem::is_directory(path));
  return path;
}

}  // namespace tapehead::testing
