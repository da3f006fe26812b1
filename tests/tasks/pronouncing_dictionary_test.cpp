#include "tasks/data/sequences/pronouncing_dictionary.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <sstream>

#include "autodiff/base/error.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;

namespace {

const std::string kFestival =
    "MNCL\n"
    "(\"a\" dt (((ax) 0)))\n"
    "(\"a\" n (((ey) 1)))\n"
    "(\"AWOL\" nil (((ey) 1) ((w ao l) 0)))\n"
    "(\"live\" j (((l ay v) 1)))\n"
    "(\"live\" v (((l ih v) 1)))\n"
    "(\"live\" n (((l ay v) 1)))\n";
const std::string kCmudict =
    ";;; a comment\n"
    "!EXCLAMATION  EH2 K\n"
    "A  AH0\n"
    "A(1)  EY1\n"
    "LIVE  L AY1 V\n"
    "LIVE(2)  L IH1 V\n"
    "d'artagnan D AH0 R # foreign french\n"
    "(PAREN  P ER1\n";

std::vector<Pair> parse_words(const std::string& text, PronunciationForm form = {}) {
  return parse_pronunciations("words.txt", text, form);
}

std::string dictionary_error(const std::string& text, PronunciationForm form = {}) {
  return testing::error_of([&] { parse_words(text, form); });
}

}  // namespace

TEST_CASE("pronouncing dictionary: Festival's lexicon, syllable by syllable") {
  CHECK(parse_words(kFestival) ==
        std::vector<Pair>{{"a", "ah"}, {"a", "ey"}, {"awol", "ey w ao l"}, {"live", "l ay v"}, {"live", "l ih v"}});
  CHECK(
      parse_words(kFestival, {true}) ==
      std::vector<Pair>{{"a", "ah0"}, {"a", "ey1"}, {"awol", "ey1 w ao0 l"}, {"live", "l ay1 v"}, {"live", "l ih1 v"}});
}

TEST_CASE("pronouncing dictionary: CMUdict's lines") {
  CHECK(parse_words(kCmudict) == std::vector<Pair>{{"!exclamation", "eh k"},
                                                   {"a", "ah"},
                                                   {"a", "ey"},
                                                   {"live", "l ay v"},
                                                   {"live", "l ih v"},
                                                   {"d'artagnan", "d ah r"},
                                                   {"(paren", "p er"}});
  CHECK(parse_words(kCmudict, {true})[3] == Pair{"live", "l ay1 v"});
}

TEST_CASE("pronouncing dictionary: what is wrong is told with its line") {
  const std::string entry = "; an entry such as (\"two\" nil (((t uw) 1))) is needed";
  for (const char* const line : {"(\"two\" nil (((t uw) 1))", "(\"two\" nil (((t uw) 1))))", "(two nil (((t uw) 1)))",
                                 "(\"two nil (((t uw) 1)))", "(\"two\" (((t uw) 1)))", "(\"two\" nil ())",
                                 "(\"two\" nil ((() 1)))", "(\"two\" nil (((t uw) x)))", "(\"two\" nil (((t (uw)) 1)))",
                                 "(\"\" nil (((t uw) 1)))", "two  T UW1", "(\"two\" nil (((t uw))))"}) {
    const std::string told = dictionary_error("MNCL\n(\"a\" n (((ey) 1)))\n" + std::string(line) + "\n");
    CHECK(told.starts_with("words.txt:3: got \""));
    CHECK(told.ends_with(entry));
  }
  const std::string word = "; a word and its phonemes, such as TWO  T UW1, are needed";
  for (const char* const line : {"TWO", "TWO  ", "TWO  1", "TWO  # nothing"})
    CHECK(dictionary_error("A  AH0\n" + std::string(line) + "\nA  AH0\n") ==
          "words.txt:2: got \"" + std::string(line) + "\"" + word);
  CHECK(dictionary_error("ABCD  K\n", {false, 3}) ==
        "words.txt:1: got a word of 4 letters; at most task.max-length (3) are needed");
  CHECK(dictionary_error("A  K K K K\n", {false, 3}) ==
        "words.txt:1: got a pronunciation of 4 phonemes; at most task.max-length (3) are needed");
  CHECK(dictionary_error("D\xC9J\xC0  D EY2\n") ==
        "words.txt:1: byte 2 of the line is not UTF-8; text in UTF-8 is needed");
  CHECK(dictionary_error(";;; nothing\n") == "words.txt:1: the file has no entry; words and their phonemes are needed");
  CHECK(dictionary_error("") == "words.txt:1: the file has no entry; words and their phonemes are needed");
}

TEST_CASE("pronouncing dictionary: a damaged file is read or refused") {
  for (const std::string* valid : {&kFestival, &kCmudict})
    testing::check_damaged(*valid, "()()\"\" \n\tabAB12;", "words.txt:", [](const std::string& text) {
      for (const Pair& pair : parse_words(text)) {
        REQUIRE_FALSE(pair.source.empty());
        REQUIRE_FALSE(pair.target.empty());
      }
    });
}

TEST_CASE("pronouncing dictionary: Debian's, which scripts/setup.sh data installs") {
  const std::vector<Pair> plain = read_pronunciations("", {}), stressed = read_pronunciations("", {true});
  std::map<std::string, size_t> ways;
  std::set<std::string> phonemes;
  for (const Pair& pair : plain) {
    ++ways[pair.source];
    std::istringstream stream(pair.target);
    for (std::string phoneme; stream >> phoneme;) phonemes.insert(phoneme);
  }
  CHECK(phonemes.size() == 39);
  CHECK(ways.size() == 105664);  // of 105,901 entries, some of which differ in their part of speech alone
  CHECK(plain.size() == 105818);
  CHECK(stressed.size() == 105894);
  CHECK(ways["live"] == 2);
  CHECK_THROWS_WITH(read_pronunciations("/no/such/file", {}),
                    "/no/such/file: cannot be read (No such file or directory); a pronouncing dictionary is needed");
}
