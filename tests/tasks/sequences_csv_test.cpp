#include "tasks/files/sequences_csv.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

namespace {

const std::string kHeader = "episode,in.1,in.2,out.1\n";

Sequences parse_csv(const std::string& text) { return parse_sequences("mine.csv", text); }

/// The message about `text`, below the header.
std::string csv_error(const std::string& text) {
  return testing::error_of([&] { parse_csv(text); });
}

std::string row_complaint(const std::string& rows) { return csv_error(kHeader + rows); }

}  // namespace

TEST_CASE("sequences: rows become steps, runs of one name episodes, and empty out cells are not scored") {
  const Sequences got = parse_csv("episode,in.1,in.2,out.1,out.2\na,1,-2.5,0.25,\na,3,4,,\nb 2,1e3,.5,1,0\n");
  CHECK(got.features == 2);
  CHECK(got.outputs == 2);
  CHECK(got.episodes() == 2);
  CHECK(got.begins == std::vector<size_t>{0, 2, 3});
  CHECK(got.steps(0) == 2);
  CHECK(got.steps(1) == 1);
  CHECK(got.inputs == std::vector<Real>{1, Real(-2.5), 3, 4, 1000, Real(0.5)});
  CHECK(got.targets == std::vector<Real>{Real(0.25), 0, 0, 0, 1, 0});
  CHECK(got.mask == std::vector<Real>{1, 0, 0, 0, 1, 1});
}

TEST_CASE("sequences: line ends, a byte order mark, spaces and empty lines at the end do not matter") {
  const Sequences plain = parse_csv(kHeader + "a,1,2,1\nb,3,4,\nb,5,6,0\n");
  for (const std::string& text : {kHeader + "a,1,2,1\nb,3,4,\nb,5,6,0", kHeader + "a,1,2,1\nb,3,4,\nb,5,6,0\n\n \r\n",
                                  "\xEF\xBB\xBF" + kHeader + "a,1,2,1\nb,3,4,\nb,5,6,0\n",
                                  std::string("episode,in.1,in.2,out.1\r\na,1,2,1\r\nb,3,4,\r\nb,5,6,0\r\n"),
                                  std::string("episode , in.1, in.2,\tout.1\n a,1 , 2,1\nb,3,4, \nb ,5,6,0\n")}) {
    const Sequences got = parse_csv(text);
    CHECK(got.inputs == plain.inputs);
    CHECK(got.targets == plain.targets);
    CHECK(got.mask == plain.mask);
    CHECK(got.begins == plain.begins);
  }
}

TEST_CASE("sequences: a wrong header is refused") {
  const std::string needed = "episode,in.1,in.2,...,out.1,out.2,... is needed";
  CHECK(csv_error("") == "mine.csv:1: the file is empty; a header and a row a step are needed");
  CHECK(csv_error("\n \n") == csv_error(""));
  CHECK(csv_error("\xEF\xBB\xBF") == csv_error(""));
  CHECK(csv_error("\n" + kHeader) == "mine.csv:1: the header begins with \"\"; " + needed);
  CHECK(csv_error("name,in.1,out.1\n") == "mine.csv:1: the header begins with \"name\"; " + needed);
  CHECK(csv_error("episode;in.1;out.1\n") == "mine.csv:1: the header begins with \"episode;in.1;out.1\"; " + needed);
  CHECK(csv_error("episode,in.1,in.3,out.1\n") == "mine.csv:1: column 3 of the header is \"in.3\"; " + needed);
  CHECK(csv_error("episode,in.0,out.1\n") == "mine.csv:1: column 2 of the header is \"in.0\"; " + needed);
  CHECK(csv_error("episode,in.1,out.2\n") == "mine.csv:1: column 3 of the header is \"out.2\"; " + needed);
  CHECK(csv_error("episode,in.1,out.1,in.2\n") == "mine.csv:1: column 4 of the header is \"in.2\"; " + needed);
  CHECK(csv_error("episode,in.1,out.1,\n") == "mine.csv:1: column 4 of the header is \"\"; " + needed);
  CHECK(csv_error("episode,out.1\n") ==
        "mine.csv:1: the header has 0 in and 1 out columns; at least one of each is needed");
  CHECK(csv_error("episode,in.1\n") ==
        "mine.csv:1: the header has 1 in and 0 out columns; at least one of each is needed");
  CHECK(csv_error(kHeader) == "mine.csv:1: the file ends after the header; a row a step is needed");
}

TEST_CASE("sequences: a wrong row is refused, by its line") {
  CHECK(row_complaint("a,1,2,1\na,1,2\n") == "mine.csv:3: got 3 cells; 4, as in the header, are needed");
  CHECK(row_complaint("a,1,2,1,\n") == "mine.csv:2: got 5 cells; 4, as in the header, are needed");
  CHECK(row_complaint("a,1,2,1\n\nb,1,2,1\n") == "mine.csv:3: got an empty line; a row a step is needed");
  CHECK(row_complaint(",1,2,1\n") == "mine.csv:2: the episode's name is empty; a name is needed");
  CHECK(row_complaint("a,1,2,1\r\nb,1,2,1\r\n\"c\",1,2,1\n") ==
        "mine.csv:4: got a cell in quotes; cells without quotes are needed");
  CHECK(csv_error("\"episode\",in.1,out.1\n") == "mine.csv:1: got a cell in quotes; cells without quotes are needed");
  CHECK(row_complaint("a,1,2,1\nb,1,2,1\na,1,2,1\n") ==
        "mine.csv:4: episode \"a\" comes back after another; the rows of an episode, one after the other, are needed");
  CHECK(row_complaint("a,1,2,1\nb,1,2,\nb,1,2,\nc,1,2,1\n") ==
        "mine.csv:3: episode \"b\" has no target; a number in at least one out cell of it is needed");
  CHECK(row_complaint("a,1,2,1\nb,1,2,\nb,1,2,\n") ==
        "mine.csv:3: episode \"b\" has no target; a number in at least one out cell of it is needed");
  CHECK(row_complaint(std::string("a,1,2,1\na,1\0,2,1\n", 17)) ==
        "mine.csv:3: got a zero byte; plain text (ASCII or UTF-8) is needed");
}

TEST_CASE("sequences: a cell that is not a number of its kind is refused, by its column") {
  const std::string number = "; a number such as 1, -0.5 or 2e-3 is needed";
  for (const char* const cell : {"", "x", "1x", "1 2", "--1", "+1", "0x10", "1e", "."})
    CHECK(row_complaint("a,1,2,1\na,1," + std::string(cell) + ",1\n") ==
          "mine.csv:3: in.2 is \"" + std::string(cell) + "\"" + number);
  const std::string finite = "; a finite number of common size is needed";
  for (const char* const cell : {"inf", "-inf", "nan", "-NaN", "infinity", "1e999", "-1e999", "1e-999"}) {
    CHECK(row_complaint("a," + std::string(cell) + ",2,1\n") ==
          "mine.csv:2: in.1 is \"" + std::string(cell) + "\"" + finite);
    CHECK(row_complaint("a,1,2," + std::string(cell) + "\n") ==
          "mine.csv:2: out.1 is \"" + std::string(cell) + "\"" + finite);
  }
  CHECK(row_complaint("a,1,2,x\n") == "mine.csv:2: out.1 is \"x\"" + number);
  for (const char* const cell : {"-0.001", "1.0000000001", "2", "-1e-300"})
    CHECK(row_complaint("a,1,2," + std::string(cell) + "\n") ==
          "mine.csv:2: out.1 is \"" + std::string(cell) + "\"; a target from 0 to 1 is needed");
  CHECK(row_complaint("a,\x01" + std::string(50, 'x') + ",2,1\n") ==
        "mine.csv:2: in.1 is \"?" + std::string(39, 'x') + "...\"" + number);
}

TEST_CASE("sequences: an input beyond the number type is refused, not made infinite") {
  CHECK(parse_csv(kHeader + "a,3.4e38,-3.4e38,1\n").inputs == std::vector<Real>{Real(3.4e38), Real(-3.4e38)});
  CHECK(row_complaint("a,3.5e38,1,1\n") == "mine.csv:2: in.1 is \"3.5e38\"; a finite number of common size is needed");
}

TEST_CASE("sequences: a line without an end is refused") {
  CHECK(row_complaint("a,1,2,1\na,1,2," + std::string(size_t{1} << 25, '1')) ==
        "mine.csv:3: got a line of more than 16 MiB; a line for each step is needed");
}

TEST_CASE("sequences: a file of more than the reader's blocks comes whole") {
  // 42 MB without a line end after the last row: more than is read at once, so the buffer is reused.
  std::string text = kHeader;
  const std::string zeros =
      ",0.000000000000000000000000000001,0.00000000000000000000000000000000000000000000000001,1\n";
  constexpr size_t kRows = 450000;
  for (size_t i = 0; i < kRows; ++i) text += std::to_string(1000000 + i) + zeros;
  text.pop_back();
  REQUIRE(text.size() > (size_t{5} << 23));
  const Sequences got = parse_csv(text);
  CHECK(got.episodes() == kRows);
  CHECK(got.begins.back() == kRows);
  CHECK(std::count(got.targets.begin(), got.targets.end(), Real(1)) == kRows);
}

TEST_CASE("sequences: a damaged file is read or refused, never half read") {
  const std::string valid =
      "\xEF\xBB\xBF"
      "episode,in.1,in.2,out.1,out.2\r\na,1,0.5,1,\na,-2e1,4,,0.25\nb,0,0,0,1\nb,.5,1,,\nlong name,9,9,1,1\n";
  const std::string common = ",,,\n\n\r\"-+.eE0123456789abinout \t";
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  size_t read = 0, refused = 0;
#ifdef __SANITIZE_ADDRESS__
  constexpr size_t kRounds = 200;  // the reader's blocks make each fifty times as slow there, and a fault shows at once
#else
  constexpr size_t kRounds = 4000;
#endif
  for (size_t round = 0; round < kRounds; ++round) {
    const std::string text = testing::damaged(valid, common, random);
    try {
      const Sequences got = parse_csv(text);
      ++read;
      REQUIRE(got.features > 0);
      REQUIRE(got.outputs > 0);
      REQUIRE(got.episodes() > 0);
      REQUIRE(got.inputs.size() == got.features * got.begins.back());
      REQUIRE(got.targets.size() == got.outputs * got.begins.back());
      REQUIRE(got.mask.size() == got.targets.size());
      REQUIRE(std::all_of(got.inputs.begin(), got.inputs.end(), [](Real x) { return std::isfinite(x); }));
      REQUIRE(std::all_of(got.targets.begin(), got.targets.end(), [](Real x) { return x >= 0 && x <= 1; }));
      for (size_t e = 0; e < got.episodes(); ++e)
        REQUIRE(std::count(got.mask.begin() + static_cast<std::ptrdiff_t>(got.outputs * got.begins[e]),
                           got.mask.begin() + static_cast<std::ptrdiff_t>(got.outputs * got.begins[e + 1]),
                           Real(1)) > 0);
    } catch (const InputError& error) {
      ++refused;
      const std::string what = error.what();
      REQUIRE(what.rfind("mine.csv:", 0) == 0);
      REQUIRE(std::none_of(what.begin(), what.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }));
      REQUIRE(what.find("; ") != what.npos);
    }
  }
  CHECK(read > kRounds / 20);
  CHECK(refused > kRounds / 20);
}

TEST_CASE("sequences: a file that cannot be read is refused") {
  CHECK_THROWS_AS(read_sequences("/no/such/file.csv"), InputError);
  CHECK_THROWS_WITH(read_sequences("/no/such/file.csv"),
                    "/no/such/file.csv: cannot be read (No such file or directory); a CSV file of sequences is needed");
  CHECK_THROWS_WITH(read_sequences("/"), "/: cannot be read (Is a directory); a CSV file of sequences is needed");
  for (const std::string device : {"/dev/null", "/dev/zero"})
    CHECK_THROWS_WITH(read_sequences(device),
                      device + ": cannot be read (a device or a pipe); a CSV file of sequences is needed");
  const TestFolder folder;
  const std::string pipe = folder.text() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);  // without a writer, opening it would wait for one
  CHECK_THROWS_WITH(read_sequences(pipe),
                    pipe + ": cannot be read (a device or a pipe); a CSV file of sequences is needed");
}

TEST_CASE("sequences: the manual's example is one") {
  const char* const source = std::getenv("TAPEHEAD_SOURCE");
  const std::string path = std::string(source ? source : ".") + "/docs/own-sequences.md";
  std::ifstream file(path);
  INFO(path);
  REQUIRE(file);
  std::stringstream manual;
  manual << file.rdbuf();
  const std::string text = manual.str(), fence = "```csv\n";
  const size_t begin = text.find(fence);
  REQUIRE(begin != text.npos);
  const Sequences got = parse_csv(text.substr(begin + fence.size(), text.find("```\n", begin) - begin - fence.size()));
  CHECK(got.episodes() == 3);
}
