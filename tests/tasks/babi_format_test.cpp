#include "tasks/data/babi/format.hpp"

#include <sys/stat.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/files/utf8.hpp"
#include "tasks/data/babi/files.hpp"
#include "tasks/data/babi/text.hpp"
#include "tests/support/babi_folder.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;
using namespace tapehead::testing;
namespace fs = std::filesystem;

namespace {

bool same(const StoryLine& a, const StoryLine& b) {
  return a.text == b.text && a.answer == b.answer && a.supports == b.supports;
}

bool same(const std::vector<Story>& a, const std::vector<Story>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Story& x, const Story& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const StoryLine& p, const StoryLine& q) { return same(p, q); });
  });
}

/// The message about `text`.
std::string format_error(const std::string& text) {
  return error_of([&] { parse_babi(text, "qa1.txt"); });
}

std::string file_error(const std::string& path) {
  return error_of([&] { read_babi(path); });
}

std::string whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string kTwoLines = "1 Mary moved to the bathroom.\n2 John went to the hallway.\n";

/// A little of each task's looks.
const std::string kMixed = kTwoLines +
                           "3 Where is Mary? \tbathroom\t1\n"
                           "4 Mary got the milk there.\n"
                           "5 What is mary carrying?\tmilk,football\t4 1\n"
                           "1 मरियम रसोई में गई।\n"
                           "2 मरियम कहाँ है ?\tरसोई\t1\n"
                           "1 Sbau iwerd iw iqr nbiqeww.\n"
                           "2 Oqrer tf Sbau? \tnbiqeww\t1\n"
                           "3 Yann is bored.\n";

}  // namespace

TEST_CASE("babi format: statements, questions, answers and supports are read as they stand") {
  const std::vector<Story> got = parse_babi(kMixed, "qa1.txt");
  REQUIRE(got.size() == 3);
  const Story first{{"Mary moved to the bathroom.", "", {}},
                    {"John went to the hallway.", "", {}},
                    {"Where is Mary?", "bathroom", {1}},
                    {"Mary got the milk there.", "", {}},
                    {"What is mary carrying?", "milk,football", {4, 1}}};
  const Story second{{"मरियम रसोई में गई।", "", {}}, {"मरियम कहाँ है ?", "रसोई", {1}}};
  const Story third{
      {"Sbau iwerd iw iqr nbiqeww.", "", {}}, {"Oqrer tf Sbau?", "nbiqeww", {1}}, {"Yann is bored.", "", {}}};
  CHECK(same(got, {first, second, third}));
  CHECK_FALSE(got[0][1].is_question());
  CHECK(got[0][2].is_question());
}

TEST_CASE("babi format: outer blanks, a byte order mark and how lines end do not matter") {
  const auto plain = parse_babi(kTwoLines + "3 Where is Mary?\tbathroom\t1 2\n", "qa1.txt");
  for (const std::string& text :
       {kTwoLines + "3 Where is Mary?\tbathroom\t1 2", kTwoLines + "3 Where is Mary? \tbathroom\t1 2\n",
        kTwoLines + "3   Where is Mary?  \t bathroom \t 1  2 \n",
        kTwoLines + "3\xC2\xA0Where is Mary?\xE3\x80\x80\tbathroom\xE2\x80\xAF\t\xE2\x80\x83"
                    "1\xC2\xA0"
                    "2\n",
        "\xEF\xBB\xBF" + kTwoLines + "3 Where is Mary?\tbathroom\t1 2\n"}) {
    CHECK(same(parse_babi(text, "qa1.txt"), plain));
    for (const std::string end : {"\r\n", "\r"}) {
      std::string ended;
      for (const char c : text) ended += c == '\n' ? end : std::string(1, c);
      CHECK(same(parse_babi(ended, "qa1.txt"), plain));
    }
  }
}

TEST_CASE("babi format: supports may be missing, and a question may stand first") {
  for (const char* text : {"1 Who is there?\tnobody\n", "1 Who is there? \tnobody\t\n"}) {
    const auto got = parse_babi(text, "qa1.txt");
    REQUIRE(got.size() == 1);
    REQUIRE(got[0].size() == 1);
    CHECK(same(got[0][0], {"Who is there?", "nobody", {}}));
  }
}

TEST_CASE("babi format: a wrong line is refused by its number, with what would be right") {
  const auto after = [](const std::string& line) { return format_error(kTwoLines + line + "\n4 Mary went home.\n"); };
  const std::string utf8 = "; plain text in UTF-8 is needed";
  CHECK(format_error("") == "qa1.txt:1: the file is empty; stories with questions are needed");
  CHECK(format_error("\xEF\xBB\xBF") == format_error(""));
  CHECK(format_error(kTwoLines) == "qa1.txt:2: the file ends without a question; stories with questions are needed");

  SECTION("IDs") {
    CHECK(format_error("2 Mary went home.\n") == "qa1.txt:1: got ID 2 at the beginning; 1 is needed");
    CHECK(format_error("0 Mary went home.\n") == "qa1.txt:1: got ID 0 at the beginning; 1 is needed");
    CHECK(after("4 Mary went home.") == "qa1.txt:3: got ID 4 after 2; 3, or 1 for a new story, is needed");
    CHECK(after("2 Mary went home.") == "qa1.txt:3: got ID 2 after 2; 3, or 1 for a new story, is needed");
    CHECK(after("0 Mary went home.") == "qa1.txt:3: got ID 0 after 2; 3, or 1 for a new story, is needed");
    for (const std::string id : {"x", "-3", "+3", "3.", "0x3", "3Mary", "99999999999999999999", "4294967299"})
      CHECK(after(id + " Mary went home.") ==
            "qa1.txt:3: got \"" + id + "\" as ID; a line's number in its story is needed");
    CHECK(after(" 3 Mary went home.") == "qa1.txt:3: got \"\" as ID; a line's number in its story is needed");
    CHECK(after("\tMary") == "qa1.txt:3: got \"\" as ID; a line's number in its story is needed");
  }
  SECTION("texts") {
    for (const char* nothing : {"3", "3 ", "3    ", "3 .", "3 ?", "3  . "})
      CHECK(after(nothing) == "qa1.txt:3: got an ID without a statement; text behind the ID is needed");
    for (const char* nothing : {"3\tbathroom\t1", "3 \tbathroom\t1", "3 ?\tbathroom\t1"})
      CHECK(after(nothing) == "qa1.txt:3: got an answer without a question; text behind the ID is needed");
    for (const char* empty : {"", " ", "   "})
      CHECK(after(empty) == "qa1.txt:3: got an empty line; an ID and a statement or question are needed");
    CHECK(format_error(kTwoLines + "3 Where is Mary?\thome\t1\n\n") ==
          "qa1.txt:4: got an empty line; an ID and a statement or question are needed");
  }
  SECTION("answers") {
    CHECK(after("3 Where is Mary?") == "qa1.txt:3: got a question without an answer; a tab and the answer are needed");
    for (const char* none : {"3 Where is Mary?\t", "3 Where is Mary? \t \t1", "3 Where is Mary?\t\t1"})
      CHECK(after(none) == "qa1.txt:3: got a question without an answer; the answer behind the tab is needed");
    for (const std::string bad : {",", "milk,", ",milk", "milk,,football", "milk, ,football"})
      CHECK(after("3 What is there?\t" + bad + "\t1") ==
            "qa1.txt:3: got the answer \"" + bad + "\"; words joined by single commas are needed");
    CHECK(after("3 Where is Mary?\tbathroom\t1\t2") ==
          "qa1.txt:3: got more than two tabs; ID question<TAB>answer<TAB>supports is needed");
  }
  SECTION("supports") {
    const std::string needed = "; IDs of earlier statements of the story are needed";
    for (const std::string bad : {"0", "x", "-1", "1,2", "1.0", "99999999999999999999"})
      CHECK(after("3 Where is Mary?\tbathroom\t1 " + bad) == "qa1.txt:3: got the support \"" + bad + "\"" + needed);
    CHECK(after("3 Where is Mary?\tbathroom\t4") == "qa1.txt:3: got the support \"4\", which points forward" + needed);
    CHECK(after("3 Where is Mary?\tbathroom\t3") == "qa1.txt:3: got the support \"3\", the question itself" + needed);
    CHECK(format_error(kTwoLines + "3 Where is Mary?\tbathroom\t1\n4 Where is John?\thallway\t3\n") ==
          "qa1.txt:4: got the support \"3\", a question" + needed);
    CHECK(format_error(kTwoLines + "1 John left.\n2 Where is Mary?\tbathroom\t3\n") ==
          "qa1.txt:4: got the support \"3\", which points forward" + needed);
  }
  SECTION("bytes") {
    CHECK(after("\r") == "qa1.txt:3: got an empty line; an ID and a statement or question are needed");
    CHECK(after("3 Mary " + std::string(1, '\0') + "went") == "qa1.txt:3: got the control character 0x00" + utf8);
    CHECK(after("3 \x1b[2J") == "qa1.txt:3: got the control character 0x1b" + utf8);
    CHECK(after("3 Mary\x7f") == "qa1.txt:3: got the control character 0x7f" + utf8);
    CHECK(after("3 M\xFCller went.") == "qa1.txt:3: got the byte 0xfc, which is not UTF-8" + utf8);
    CHECK(after("3 Mary went \xE0\xA4") == "qa1.txt:3: got the byte 0xe0, which is not UTF-8" + utf8);
    CHECK(format_error("\xFF\xFE"
                       "1 M") == "qa1.txt:1: got the byte 0xff, which is not UTF-8" + utf8);
  }
}

TEST_CASE("babi format: a line may be 64 KiB, and what is longer is neither read nor repeated") {
  const std::string most = "3 " + std::string(64 * 1024 - 2, 'a');
  CHECK(parse_babi(kTwoLines + "3 Where is Mary?\thome\n4 " + most.substr(2) + "\n", "qa1.txt")[0].back().text.size() ==
        64 * 1024 - 2);
  for (const size_t size : {64 * 1024 + 1, 10'000'000}) {
    const std::string line = "3 " + std::string(size - 2, 'a'), needed = "; at most 65536 are needed";
    CHECK(format_error(kTwoLines + line + "\n") ==
          "qa1.txt:3: got a line of " + std::to_string(size) + " bytes" + needed);
    CHECK(format_error(kTwoLines + line) == "qa1.txt:3: got a line of " + std::to_string(size) + " bytes" + needed);
  }
  CHECK(format_error(std::string(60'000, 'x') + "\n").size() < 150);
  CHECK(format_error("1 Who?\t" + std::string(60'000, ',') + "\n").size() < 150);
  CHECK(format_error("1 Who?\tme\t" + std::string(60'000, '9') + "\n").size() < 150);
  std::string characters;  // of three bytes, so that a message cannot be cut after the 40th byte
  for (int i = 0; i < 100; ++i) characters += "में";
  CHECK(first_non_utf8(format_error(characters + "\n")) == std::string::npos);
}

TEST_CASE("babi format: what is no readable file is refused by its path") {
  const BabiFolder folder;
  const std::string needed = "; a file of stories in the bAbI format is needed";
  CHECK(file_error(folder.text()) == folder.text() + ": cannot be read (Is a directory)" + needed);
  CHECK(file_error(folder.text() + "/none") ==
        folder.text() + "/none: cannot be read (No such file or directory)" + needed);
  const std::string pipe = folder.text() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(file_error(pipe) == pipe + ": cannot be read (a device or a pipe)" + needed);
  CHECK(file_error("/dev/zero") == "/dev/zero: cannot be read (a device or a pipe)" + needed);
  const auto huge = folder.write("huge", "");
  fs::resize_file(huge, (uintmax_t{1} << 30) + 1);
  CHECK(file_error(huge.string()) == huge.string() + ": cannot be read (more than 1 GiB)" + needed);
  const auto bad = folder.write("bad", kTwoLines + "4 Mary went home.\n");
  CHECK(file_error(bad.string()) == bad.string() + ":3: got ID 4 after 2; 3, or 1 for a new story, is needed");
  CHECK(file_error(folder.write("empty", "").string())
            .ends_with("empty:1: the file is empty; stories with questions are needed"));
  CHECK(same(read_babi(folder.write("good", kMixed).string()), parse_babi(kMixed, "")));
}

TEST_CASE("babi format: UTF-8 has no overlong forms, no surrogates and an end") {
  for (const char* good : {"", "a", "\x7f", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF",
                           "a\xE2\x82\xAC"
                           "b"})
    CHECK(first_non_utf8(good) == std::string::npos);
  for (const char* bad : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2",
                          "\xC2"
                          "a",
                          "\xC2\xC2", "\xE0\x9F\xBF", "\xE0\xA0",
                          "\xE0\xA0"
                          "a",
                          "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80", "\xFE", "\xFF"}) {
    CHECK(first_non_utf8(bad) == 0);
    CHECK(first_non_utf8(std::string("ab\xC3\xA9") + bad + "c") == 4);
  }
}

namespace {

/// A word of Latin or other letters.
std::string any_word(Stream& draw) {
  static const std::vector<std::string> letters{"a", "b", "Q", "-", "'", "é", "म", "字", "😀", "0"};
  std::string word;
  for (int64_t left = draw.integer(1, 6); left > 0; --left)
    word += letters[static_cast<size_t>(draw.integer(0, static_cast<int64_t>(letters.size()) - 1))];
  return word;
}

std::vector<Story> any_stories(Stream& draw) {
  std::vector<Story> stories(static_cast<size_t>(draw.integer(1, 4)));
  for (Story& story : stories) {
    std::vector<uint32_t> statements;
    const bool is_last = &story == &stories.back();
    for (int64_t left = draw.integer(1, 12); left > 0 || (is_last && !story.empty() && !story.back().is_question());
         --left) {
      StoryLine line;
      for (int64_t words = draw.integer(1, 6); words > 0; --words) line.text += any_word(draw) + (words > 1 ? " " : "");
      if (draw.integer(0, 2) == 0) {
        line.text += "?";
        line.answer = any_word(draw);
        for (int64_t more = draw.integer(0, 2); more > 0; --more) line.answer += "," + any_word(draw);
        for (int64_t more = statements.empty() ? 0 : draw.integer(0, 4); more > 0; --more)
          line.supports.push_back(
              statements[static_cast<size_t>(draw.integer(0, static_cast<int64_t>(statements.size()) - 1))]);
      } else {
        line.text += ".";
        statements.push_back(static_cast<uint32_t>(story.size() + 1));
      }
      story.push_back(line);
    }
  }
  return stories;
}

/// One change as by an editor, a bad disk or an attacker.
void mutate(std::string& text, Stream& draw) {
  static const std::vector<std::string> pieces{
      "\t",   " ",  "\n",  "\r\n",   "1 ",   "2 ", "0",  ",",          "?",  ".",    "\xC3",         "।",
      "9999", "-1", "\t1", "\t1 2 ", "\n\n", "1",  "42", "4294967296", "me", "\x80", "\xEF\xBB\xBF", "3 ? \tx\t2"};
  const auto place = [&](size_t size) {
    return static_cast<size_t>(draw.integer(0, static_cast<int64_t>(std::max<size_t>(size, 1)) - 1));
  };
  const size_t at = place(text.size() + 1);
  switch (draw.integer(0, 5)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(draw.integer(0, 255));
      break;
    case 1: text.insert(at, pieces[place(pieces.size())]); break;
    case 2: text.erase(at, place(12)); break;
    case 3: text.resize(at); break;
    case 4: text.insert(at, text.substr(place(text.size()), place(80))); break;
    case 5: std::swap(text[place(text.size())], text[place(text.size())]); break;
  }
}

/// The invariants that a model may rely on.
void check_sound(const std::vector<Story>& stories) {
  size_t questions = 0;
  for (const Story& story : stories) {
    REQUIRE_FALSE(story.empty());
    for (size_t i = 0; i < story.size(); ++i) {
      REQUIRE_FALSE(story[i].text.empty());
      questions += story[i].is_question();
      for (const uint32_t support : story[i].supports) {
        REQUIRE(story[i].is_question());
        REQUIRE((support >= 1 && support <= i));
        REQUIRE_FALSE(story[support - 1].is_question());
      }
    }
  }
  REQUIRE(questions > 0);
}

}  // namespace

TEST_CASE("babi format: what is written is read again") {
  for (uint64_t i = 0; i < 500; ++i) {
    Stream draw(1, Split::kTrain, Purpose::kTest, i);
    const std::vector<Story> stories = any_stories(draw);
    for (const int id : {1, 4}) REQUIRE(same(parse_babi(babi_text(id, stories), "qa1.txt"), stories));
  }
}

TEST_CASE("babi format: damaged files are read soundly or refused in one line with file and line") {
  const std::string kPlace = "qa1.txt:";
  size_t refused = 0;
  constexpr uint64_t kFiles = 20'000;
  for (uint64_t i = 0; i < kFiles; ++i) {
    Stream draw(2, Split::kTrain, Purpose::kTest, i);
    std::string text = i % 2 ? kMixed : babi_text(1 + static_cast<int>(i / 2 % 20), any_stories(draw));
    for (int64_t changes = draw.integer(1, 3); changes > 0; --changes) mutate(text, draw);
    INFO("file " << i << ":\n" << text);
    std::vector<Story> stories;
    try {
      stories = parse_babi(text, "qa1.txt");
    } catch (const InputError& error) {
      ++refused;
      const std::string message = error.what();
      REQUIRE(message.starts_with(kPlace));
      const long line = std::stol(message.substr(kPlace.size()));
      REQUIRE(message.substr(kPlace.size()).starts_with(std::to_string(line) + ": "));
      REQUIRE(line >= 1);
      REQUIRE(line <= std::count(text.begin(), text.end(), '\n') + 1);
      REQUIRE(message.find("; ") < message.find(" needed"));
      REQUIRE(message.find(" needed") != message.npos);
      REQUIRE(message.size() < 250);
      REQUIRE(std::none_of(message.begin(), message.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }));
      continue;
    }
    check_sound(stories);
    REQUIRE(same(parse_babi(babi_text(4, stories), "qa1.txt"), stories));
  }
  CHECK(refused > kFiles / 4);       // the mutations do bite,
  CHECK(refused < kFiles * 9 / 10);  // and not always
}

TEST_CASE("babi format: the real files are read, and written back byte by byte", "[published]") {
  for (const auto& [name, questions] : {std::pair("en", 1000), std::pair("en-10k", 10000)}) {
    const fs::path folder = published_babi(name);
    for (int id = 1; id <= 20; ++id) {
      const fs::path path = find_babi_files(folder.string(), id).train;
      INFO(path.string());
      const std::vector<Story> stories = read_babi(path.string());
      size_t count = 0;
      for (const Story& story : stories)
        count += static_cast<size_t>(
            std::count_if(story.begin(), story.end(), [](const StoryLine& line) { return line.is_question(); }));
      const bool is_partial = path.string().ends_with("PARTIAL.txt");
      CHECK(is_partial == (name == std::string("en-10k") && id == 3));
      CHECK(count == (is_partial ? 1925 : static_cast<size_t>(questions)));
      CHECK(babi_text(id, stories) == whole(path));
    }
  }
}

TEST_CASE("babi format: the beginning of a real file is what it is", "[published]") {
  const fs::path folder = published_babi("en");
  const auto lists = read_babi(find_babi_files(folder.string(), 8).train);
  REQUIRE(lists.size() == 200);
  CHECK(same(lists[0][10], {"What is Mary carrying?", "football", {3, 7, 9}}));
  const auto paths = read_babi(find_babi_files(folder.string(), 19).train);
  REQUIRE(paths.size() == 1000);
  CHECK(same(paths[1][5], {"How do you go from the kitchen to the hallway?", "n,w", {3, 5}}));
  const auto deduction = read_babi(find_babi_files(folder.string(), 15).train);
  CHECK(same(deduction[0][8], {"What is gertrude afraid of?", "wolf", {2, 1}}));
}
