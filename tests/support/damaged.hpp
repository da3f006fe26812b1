#pragma once
// Damaged files.

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// The text with one or two changes, in half of them of `common` bytes.
inline std::string damaged(std::string text, const std::string& common, Stream& random) {
  const auto below = [&](size_t n) { return static_cast<size_t>(random.integer(0, static_cast<int64_t>(n) - 1)); };
  for (size_t changes = 1 + below(2); changes-- > 0 && !text.empty();) {
    const size_t at = below(text.size());
    const char byte = random.bits() & 1 ? common[below(common.size())] : static_cast<char>(random.bits());
    switch (below(5)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1, byte); break;
      case 2: text.erase(at, 1 + below(8)); break;
      case 3: text.insert(at, text.substr(below(text.size()), below(40))); break;
      case 4: text.resize(at); break;
    }
  }
  return text;
}

/// Calls `read` for texts that equal `valid` except for one or two changes, in half of them of `common` bytes. Each
/// must be read, or refused in one line that begins with `where` and says what is needed; and both must occur often
/// enough.
template <class Read>
void check_damaged(const std::string& valid, const std::string& common, const std::string& where, Read read) {
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  size_t well = 0, refused = 0;
  constexpr size_t kRounds = 2000;
  for (size_t round = 0; round < kRounds; ++round) {
    const std::string text = damaged(valid, common, random);
    try {
      read(text);
      ++well;
    } catch (const InputError& error) {
      ++refused;
      const std::string what = error.what();
      REQUIRE(what.starts_with(where));
      REQUIRE(std::none_of(what.begin(), what.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }));
      REQUIRE(what.find("; ") != what.npos);
    }
  }
  CHECK(well > kRounds / 20);
  CHECK(refused > kRounds / 20);
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
