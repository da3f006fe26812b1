// The one reader of lines, and what blanks are.

#include "tasks/data/text/lines.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include "autodiff/base/random.hpp"
#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/sequences/pairs_file.hpp"
#include "tasks/data/sequences/pronouncing_dictionary.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/corpus.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/sequences/pairs.hpp"
#include "tasks/sequences/running_text.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

namespace {

std::string utf8(uint32_t point) {
  const auto byte = [](uint32_t b) { return static_cast<char>(b); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F))};
  return {byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F))};
}

/// Unicode 15's PropList.txt, White_Space.
bool is_white_space(uint32_t point) {
  return (point >= 0x09 && point <= 0x0D) || point == 0x20 || point == 0x85 || point == 0xA0 || point == 0x1680 ||
         (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 || point == 0x202F ||
         point == 0x205F || point == 0x3000;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for_each_line("x", text, [&](std::string_view line, size_t) { lines.emplace_back(line); });
  return lines;
}

std::vector<std::string> streamed(const std::string& text) {
  std::istringstream in(text);
  LineStream stream(in);
  std::vector<std::string> lines;
  for (std::string line; stream.next(line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> all;
  for_each_unit(text, Units::kWords, [&](std::string_view word) { all.emplace_back(word); });
  return all;
}

/// Some blanks that are neither a line's end nor a tab.
std::string blanks(Stream& draw, int64_t most) {
  const std::string all[] = {" ", "\u00A0", "\u2003", "\u202F", "\u3000", "\u1680", "\u0085", "\u2029", "\v", "\f"};
  std::string some;
  for (int64_t i = draw.integer(0, most); i > 0; --i) some += all[draw.integer(0, 9)];
  return some;
}

std::string line_end(Stream& draw) {
  const char* const all[] = {"\n", "\r\n", "\r"};
  return all[draw.integer(0, 2)];
}

}  // namespace

TEST_CASE("blanks: those code points that Unicode calls white space, and no other") {
  for (uint32_t point = 0; point < 0x10000; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    const std::string text = utf8(point);
    if (blank_size(text + "a") != (is_white_space(point) ? text.size() : 0)) FAIL_CHECK(point);
    if (trimmed(text + text + "a" + text) != (is_white_space(point) ? "a" : text + text + "a" + text))
      FAIL_CHECK(point);
    if (is_white_space(point) && point != '\n') CHECK(words_in("a" + text + "b") == std::vector<std::string>{"a", "b"});
  }
  CHECK(trimmed(" \u00A0\t") == "");
  CHECK(trimmed("") == "");
  CHECK(words_in("the\tcat\u00A0sat on\u202Fthe  mat\n") ==
        std::vector<std::string>{"the", "cat", "sat", "on", "the", "mat", "\n"});
  CHECK(words_of("Where\tis\u00A0Mary\u202F?") == std::vector<std::string>{"where", "is", "mary"});
}

TEST_CASE("lines: LF, CR LF and CR end one; a byte order mark before the first does not count") {
  const std::vector<std::string> three{"a b", "", "c"};
  for (const char* const text : {"a b\n\nc\n", "a b\r\n\r\nc\r\n", "a b\r\rc\r", "a b\n\nc", "a b\r\n\rc\n",
                                 "\xEF\xBB\xBF"
                                 "a b\n\r\nc"}) {
    CHECK(lines_of(text) == three);
    CHECK(streamed(text) == three);
    CHECK(with_line_feeds(text).starts_with("a b\n\nc"));
  }
  CHECK(streamed("") == std::vector<std::string>{});
  CHECK(streamed("\r") == std::vector<std::string>{""});
  CHECK(lines_of("a\n\xEF\xBB\xBF"
                 "b\n")[1] ==
        "\xEF\xBB\xBF"
        "b");
  CHECK(with_line_feeds("a\rb") == "a\nb");
  CHECK(with_line_feeds("\xEF\xBB\xBF") == "");
}

TEST_CASE("lines: a line is there as soon as its CR is, whatever may follow") {
  std::stringstream pipe;
  LineStream stream(pipe);
  std::string line;
  pipe << "a\r";
  REQUIRE(stream.next(line));
  CHECK(line == "a");
  pipe << "\nb\n";
  REQUIRE(stream.next(line));
  CHECK(line == "b");
}

TEST_CASE("lines: a file, however decorated, is read as it is without") {
  const std::string pairs = "ab c\txyz\nb\tz z\ncab\tx\n",
                    scan = "IN: jump OUT: I_JUMP\nIN: run twice OUT: I_RUN I_RUN\n",
                    said = "TWO  T UW1\nLIVE(2)  L AY1 V\n", graph = "a\tx y\tb\nb\tx y\tc\nc\tz\ta\n";
  const Sides sides{Units::kCharacters, Units::kCharacters, 100};
  const auto same_graph = [](const NamedGraph& one, const NamedGraph& other) {
    return one.nodes == other.nodes && one.edges == other.edges && one.graph.node_labels == other.graph.node_labels;
  };
  for (uint64_t k = 0; k < 200; ++k) {
    Stream draw(1, Split::kTrain, Purpose::kTest, k);
    const auto decorated = [&](const std::string& plain) {
      std::string text = draw.integer(0, 1) == 0 ? "" : "\xEF\xBB\xBF";
      for (const std::string& line : lines_of(plain)) {
        text += blanks(draw, 2);
        for (const char c : line) text += c == '\t' ? blanks(draw, 2) + c + blanks(draw, 2) : std::string(1, c);
        text += blanks(draw, 2) + line_end(draw);
      }
      return text;
    };
    CHECK(parse_pairs("x", decorated(pairs), sides) == parse_pairs("x", pairs, sides));
    CHECK(parse_scan("x", decorated(scan)) == parse_scan("x", scan));
    CHECK(parse_pronunciations("x", decorated(said), {}) == parse_pronunciations("x", said, {}));
    CHECK(same_graph(parse_graph("x", decorated(graph)), parse_graph("x", graph)));
  }
}

TEST_CASE("lines: what is asked is read as in the file, however decorated") {
  PartedPairs pairs;
  pairs.train = {{"ab c", "x"}, {"cab", "y"}};
  pairs.validation = pairs.test = {{"ba", "x"}};
  for (const Units units : {Units::kCharacters, Units::kWords}) {
    const PairsTask task({"x", {units, Units::kCharacters}}, pairs);
    Batch plain, other;
    (void)task.ask("ab c", plain);
    for (uint64_t k = 0; k < 100; ++k) {
      Stream draw(2, Split::kTrain, Purpose::kTest, k);
      const std::vector<std::string> lines = streamed(blanks(draw, 3) + "ab c" + blanks(draw, 3) + line_end(draw));
      REQUIRE(lines.size() == 1);
      (void)task.ask(lines[0], other);
      CHECK(other.inputs[0].tokens == plain.inputs[0].tokens);
    }
  }
}

TEST_CASE("lines: a text's lines end, whichever way they do") {
  const TestFolder folder;
  std::string plain, returns, both;
  for (int i = 0; i < 40; ++i) {
    plain += "alpha beta\ngamma\n";
    returns += "alpha beta\rgamma\r";
    both += "alpha beta\r\ngamma\r\n";
  }
  const auto shown_text = [&](const std::string& text) {
    const RunningTextTask task({folder.write("text.txt", text).string(), Units::kWords, 20});
    Batch batch;
    task.sample({1, Split::kTrain, 0, 1}, {}, batch);
    return task.show(batch, 0, nullptr);
  };
  CHECK(shown_text(returns) == shown_text(plain));
  CHECK(shown_text(both) == shown_text(plain));
  CHECK(shown_text("\xEF\xBB\xBF" + plain) == shown_text(plain));
  CHECK_THAT(shown_text(returns), Catch::Contains("beta⏎gamma"));
}

TEST_CASE("shown: no control character reaches a terminal or an error") {
  CHECK(visible("a\x1b[2J\tb\n\x7f\u009b\u00e9") == "a\u241b[2J\tb\n\u2421\uFFFD\u00e9");
  CHECK(shown("a\x1b\u009bb\n") == "\"a??b?\"");
}
