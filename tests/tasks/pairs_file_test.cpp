#include "tasks/data/sequences/pairs_file.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "autodiff/files/utf8.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;

namespace {

constexpr Sides kSides{Units::kCharacters, Units::kWords, 12};

std::vector<Pair> parse_mine(const std::string& text) { return parse_pairs("mine.txt", text, kSides); }

std::string pairs_error(const std::string& text) {
  return testing::error_of([&] { parse_mine(text); });
}

}  // namespace

TEST_CASE("pairs file: source, tab and target in each line") {
  const std::vector<Pair> all{{"grün", "green"}, {"zwei Wörter", "two words"}, {"a", "b"}};
  CHECK(parse_mine("grün\tgreen\nzwei Wörter\ttwo words\na\tb\n") == all);
  CHECK(parse_mine("\xEF\xBB\xBFgrün\tgreen\r\n zwei Wörter \t two words  \r\na\tb\n\n\r\n") == all);
  CHECK(parse_mine("grün\tgreen\nzwei Wörter\ttwo words\na\tb") == all);
}

TEST_CASE("pairs file: what is wrong is told with its line") {
  const std::string needed = "; a source, a tab and a target are needed";
  CHECK(pairs_error("a\tb\nab\n") == "mine.txt:2: got no tabs in \"ab\"" + needed);
  CHECK(pairs_error("a\tb\n\na\tb\n") == "mine.txt:2: got no tabs in \"\"" + needed);
  CHECK(pairs_error("a\tb\tc\n") == "mine.txt:1: got 2 tabs in \"a?b?c\"" + needed);
  CHECK(pairs_error("a\tb\n \tb\n") == "mine.txt:2: the source is empty; some text is needed");
  CHECK(pairs_error("a\tb\na\t\na\tb") == "mine.txt:2: the target is empty; some text is needed");
  CHECK(pairs_error("a\tb\nabcdefghijklm\tb\n") ==
        "mine.txt:2: got a source of 13 characters; at most task.max-length (12) are needed");
  CHECK(pairs_error("a\t1 2 3 4 5 6 7 8 9 10 11 12 13\n") ==
        "mine.txt:1: got a target of 13 words; at most task.max-length (12) are needed");
  CHECK(pairs_error("äöüäöüäöüäöü\tb\n").empty());  // characters, not bytes
  CHECK(pairs_error("a\tb\nb\xFC\tc\n") == "mine.txt:2: byte 2 of the line is not UTF-8; text in UTF-8 is needed");
  CHECK(pairs_error("") == "mine.txt:1: the file is empty; a source, a tab and a target a line are needed");
  CHECK(pairs_error("\n\r\n") == "mine.txt:1: the file is empty; a source, a tab and a target a line are needed");
  CHECK_THROWS_WITH(read_pairs("/no/such/file", kSides),
                    "/no/such/file: cannot be read (No such file or directory); a "
                    "text file of sources, tabs and targets is needed");
}

TEST_CASE("pairs file: a damaged file is read or refused") {
  testing::check_damaged("grün\tgreen\nzwei\ttwo words\nab\tc d\n", "\t\t\n\r abü",
                         "mine.txt:", [](const std::string& text) {
                           for (const Pair& pair : parse_mine(text)) {
                             REQUIRE(first_non_utf8(pair.source + pair.target) == std::string::npos);
                             REQUIRE(count_units(pair.source, Units::kCharacters) > 0);
                             REQUIRE(count_units(pair.source, Units::kCharacters) <= 12);
                             REQUIRE(count_units(pair.target, Units::kWords) > 0);
                             REQUIRE(count_units(pair.target, Units::kWords) <= 12);
                           }
                         });
}
