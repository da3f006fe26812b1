#include "tasks/data/sequences/pairs_file.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "autodiff/files/utf8.hpp"
#include "tests/support/damaged.hpp"

using namespace tapehead;

namespace {

constexpr Sides kSides{Units::kCharacters, Units::kWords, 12};

std::vector<Pair> parse(const std::string& text) { return parse_pairs("mine.txt", text, kSides); }

std::string complaint(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("pairs file: source, tab and target in each line") {
  const std::vector<Pair> all{{"grün", "green"}, {"zwei Wörter", "two words"}, {"a", "b"}};
  CHECK(parse("grün\tgreen\nzwei Wörter\ttwo words\na\tb\n") == all);
  CHECK(parse("\xEF\xBB\xBFgrün\tgreen\r\n zwei Wörter \t two words  \r\na\tb\n\n\r\n") == all);
  CHECK(parse("grün\tgreen\nzwei Wörter\ttwo words\na\tb") == all);
}

TEST_CASE("pairs file: what is wrong is told with its line") {
  const std::string needed = "; a source, a tab and a target are needed";
  CHECK(complaint("a\tb\nab\n") == "mine.txt:2: got no tabs in \"ab\"" + needed);
  CHECK(complaint("a\tb\n\na\tb\n") == "mine.txt:2: got no tabs in \"\"" + needed);
  CHECK(complaint("a\tb\tc\n") == "mine.txt:1: got 2 tabs in \"a?b?c\"" + needed);
  CHECK(complaint("a\tb\n \tb\n") == "mine.txt:2: the source is empty; some text is needed");
  CHECK(complaint("a\tb\na\t\na\tb") == "mine.txt:2: the target is empty; some text is needed");
  CHECK(complaint("a\tb\nabcdefghijklm\tb\n") ==
        "mine.txt:2: got a source of 13 characters; at most task.max-length (12) are needed");
  CHECK(complaint("a\t1 2 3 4 5 6 7 8 9 10 11 12 13\n") ==
        "mine.txt:1: got a target of 13 words; at most task.max-length (12) are needed");
  CHECK(complaint("äöüäöüäöüäöü\tb\n").empty());  // characters, not bytes
  CHECK(complaint("a\tb\nb\xFC\tc\n") == "mine.txt:2: byte 2 of the line is not UTF-8; text in UTF-8 is needed");
  CHECK(complaint("") == "mine.txt:1: the file is empty; a source, a tab and a target a line are needed");
  CHECK(complaint("\n\r\n") == "mine.txt:1: the file is empty; a source, a tab and a target a line are needed");
  CHECK_THROWS_WITH(read_pairs("/no/such/file", kSides),
                    "/no/such/file: cannot be read (No such file or directory); a "
                    "text file of sources, tabs and targets is needed");
}

TEST_CASE("pairs file: a damaged file is read or refused") {
  testing::check_damaged("grün\tgreen\nzwei\ttwo words\nab\tc d\n", "\t\t\n\r abü",
                         "mine.txt:", [](const std::string& text) {
                           for (const Pair& pair : parse(text)) {
                             REQUIRE(first_non_utf8(pair.source + pair.target) == std::string::npos);
                             REQUIRE(count_units(pair.source, Units::kCharacters) > 0);
                             REQUIRE(count_units(pair.source, Units::kCharacters) <= 12);
                             REQUIRE(count_units(pair.target, Units::kWords) > 0);
                             REQUIRE(count_units(pair.target, Units::kWords) <= 12);
                           }
                         });
}
