#pragma once
// Folders of bAbI files: made for a test, and the published ones.

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/folder.hpp"

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

using BabiFolder = TestFolder;

/// The folder of the published files ("en", "en-10k"), for test cases tagged [published], which are run where it is
/// (tests/CMakeLists.txt).
inline std::filesystem::path published_babi(const std::string& name) {
  const char* const shared = std::getenv("TAPEHEAD_SHARED");
  const auto path = std::filesystem::path(shared ? shared : "../shared") / "data" / "babi" / name;
  INFO(path.string());
  REQUIRE(std::filesystem::is_directory(path));
  return path;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
