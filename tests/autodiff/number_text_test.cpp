#include "autodiff/base/number_text.hpp"

#include <catch2/catch.hpp>

#include <charconv>
#include <cstring>
#include <limits>

#include "autodiff/base/random.hpp"

using namespace tapehead;

TEST_CASE("numbers: the whole text is one, or there is none") {
  CHECK(read_number<double>("-0.5") == -0.5);
  CHECK(read_number<double>("2e-3") == 0.002);
  CHECK(read_number<double>(".5") == 0.5);
  CHECK(read_number<int>("-7") == -7);
  for (const char* const text : {"", " ", " 1", "1 ", "+1", "1,5", "1e", "1.5x", "0x10", "--1", ".", "e5", "1 2"}) {
    INFO(text);
    bool is_beyond = true;
    CHECK_FALSE(read_number<double>(text, &is_beyond));
    CHECK_FALSE(is_beyond);
  }
  CHECK_FALSE(read_number<int>("1.0"));
  CHECK_FALSE(read_number<uint64_t>("-1"));
  CHECK_FALSE(read_number<double>(std::string_view("1\0", 2)));
}

TEST_CASE("numbers: what is not finite, or beyond the type, is told apart and is no number") {
  for (const char* const text : {"inf", "-inf", "nan", "infinity", "1e999", "-1e999", "1e-2147483648", "1e-400"}) {
    INFO(text);
    bool is_beyond = false;
    CHECK_FALSE(read_number<double>(text, &is_beyond));
    CHECK(is_beyond);
  }
  bool is_beyond = false;
  CHECK_FALSE(read_number<uint64_t>("18446744073709551616", &is_beyond));
  CHECK(is_beyond);
  CHECK(read_number<uint64_t>("18446744073709551615") == std::numeric_limits<uint64_t>::max());
}

TEST_CASE("numbers: the shortest text of a double reads back to its last bit") {
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  for (int round = 0; round < 20000; ++round) {
    const uint64_t bits = random.bits() | uint64_t{random.bits()} << 32;
    double value = 0;
    static_assert(sizeof bits == sizeof value);
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    char text[64];
    const std::string_view shortest(text,
                                    static_cast<size_t>(std::to_chars(text, text + sizeof text, value).ptr - text));
    REQUIRE(read_number<double>(shortest) == value);
  }
}

TEST_CASE("numbers: a count is whole and no greater than what a double holds exactly") {
  CHECK(read_count("0") == 0u);
  CHECK(read_count("9007199254740992") == kGreatestCount);
  for (const char* const text : {"9007199254740993", "18446744073709551615", "-1", "1.0", "1e3", "", "nan"})
    CHECK_FALSE(read_count(text));
}
