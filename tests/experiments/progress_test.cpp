#include "experiments/training/progress.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>
#include <thread>
#include <vector>

using namespace tapehead;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNever = 1e9;

/// The output, kept in an unnamed file.
struct Screen {
  ProgressOutput output(bool rewrite, bool labelled, double seconds_between) const {
    return {fileno(file.get()), rewrite, labelled, seconds_between};
  }
  std::string text() const {
    std::string all(1u << 20, '\0');
    const ssize_t got = pread(fileno(file.get()), all.data(), all.size(), 0);
    all.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return all;
  }
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::tmpfile(), std::fclose};
};

/// The final content of a terminal: \r goes back to the start of the line, \n to the next.
std::vector<std::string> as_on_terminal(const std::string& bytes) {
  std::vector<std::string> lines(1);
  size_t column = 0;
  for (const char c : bytes) {
    if (c == '\r') {
      column = 0;
    } else if (c == '\n') {
      lines.emplace_back();
      column = 0;
    } else {
      std::string& line = lines.back();
      if (column == line.size()) line += ' ';
      line[column++] = c;
    }
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace

TEST_CASE("progress: durations") {
  CHECK(duration_text(0) == "00:00");
  CHECK(duration_text(59.4) == "00:59");
  CHECK(duration_text(59.6) == "01:00");
  CHECK(duration_text(3599) == "59:59");
  CHECK(duration_text(3600) == "1:00:00");
  CHECK(duration_text(2 * 86400 + 3 * 3600 + 245) == "2d 03:04:05");
  for (const double unknown : {-1.0, kNaN, kInfinity, 1e300}) CHECK(duration_text(unknown) == "?");
}

TEST_CASE("progress: rates") {
  CHECK(rate_text(1234.4) == "1234/s");
  CHECK(rate_text(56.72) == "56.7/s");
  CHECK(rate_text(8.9) == "8.90/s");
  CHECK(rate_text(0.4) == "2.50 s each");
  for (const double unknown : {0.0, -1.0, kNaN, kInfinity}) CHECK(rate_text(unknown) == "?");
}

TEST_CASE("progress: elsewhere than on a terminal it is whole lines") {
  const Screen screen;
  {
    Progress progress("copy", 1000, 0, screen.output(false, false, 0));
    progress.update(0);
    CHECK(screen.text() == "copy:   0% 0/1000 [00:00<?, ?]\n");
    progress.update(250, 12.3456, "length 20");
    progress.line("checkpoint");
    progress.update(999, kNaN);
  }
  std::istringstream text(screen.text());
  std::string line;
  std::getline(text, line);
  std::getline(text, line);
  CHECK_THAT(line, StartsWith("copy:  25% 250/1000 [00:00<00:") && EndsWith("/s, training 12.35 bits, length 20]"));
  std::getline(text, line);
  CHECK(line == "checkpoint");
  std::getline(text, line);
  CHECK_THAT(line, StartsWith("copy:  99% 999/1000") && !Contains("bits") && !Contains("length"));
  CHECK(screen.text().find('\r') == std::string::npos);
}

TEST_CASE("progress: reports keep their distance, but the last one always comes, once") {
  const Screen screen;
  Progress progress("copy", 10, 0, screen.output(false, false, kNever));
  progress.finish();
  CHECK(screen.text().empty());
  for (uint64_t done = 1; done <= 10; ++done) progress.update(done, 0.5);
  CHECK(screen.text().empty());
  progress.finish();
  const std::string once = screen.text();
  CHECK_THAT(once, StartsWith("copy: 100% 10/10 [00:00<00:00, ") && EndsWith(", training 0.5 bits]\n"));
  progress.finish();
  CHECK(screen.text() == once);
  progress.update(10, 0.25);
  progress.finish();
  CHECK_THAT(screen.text(), StartsWith(once) && EndsWith(", training 0.25 bits]\n"));
}

TEST_CASE("progress: a resumed run's rate counts only what it did itself") {
  const Screen screen;
  Progress progress("copy", 2'000'000'000, 1'000'000'000, screen.output(false, false, kNever));
  progress.update(1'000'000'000);
  progress.finish();
  CHECK_THAT(screen.text(), StartsWith("copy:  50% 1000000000/2000000000 [00:00<?, ?]"));
}

TEST_CASE("progress: the rate and the time left follow the clock") {
  const Screen screen;
  Progress progress("copy", 100, 0, screen.output(false, false, 0));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  progress.update(1);  // at most ten a second, so at least nine seconds are left
  const std::string line = screen.text();
  const size_t bracket = line.find('<');
  REQUIRE(bracket != std::string::npos);
  const int minutes = std::stoi(line.substr(bracket + 1, 2)), seconds = std::stoi(line.substr(bracket + 4, 2));
  CHECK(60 * minutes + seconds >= 9);
  CHECK(60 * minutes + seconds < 600);
}

TEST_CASE("progress: on a terminal one line is rewritten, and text stays above it") {
  const Screen screen;
  {
    Progress progress("copy", 100, 0, screen.output(true, false, 0));
    progress.update(1, 123456, "a long remark that is gone later");
    progress.update(50, 1);
    progress.line("checkpoint");
    progress.update(100, 0);
    progress.line("solved");
  }
  const auto lines = as_on_terminal(screen.text());
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "checkpoint");
  CHECK(lines[1] == "solved");
  CHECK_THAT(lines[2], StartsWith("copy: 100%|##########| 100/100 [00:00<00:00, ") && EndsWith(", training 0 bits]"));
  CHECK(lines[3].empty());
}

TEST_CASE("progress: a report never wraps, for then \\r would not reach its start") {
  const Screen screen;
  Progress progress("copy", 100, 0, screen.output(true, false, 0));
  progress.update(1, 1, std::string(500, 'x'));
  CHECK(as_on_terminal(screen.text()).front().size() == 79);
}

TEST_CASE("progress: runs side by side tell their lines apart and do not cut into each other") {
  const Screen screen;
  constexpr uint64_t kUpdates = 200;
  {
    Progress first("seed 1", kUpdates, 0, screen.output(false, true, 0));
    Progress second("seed 2", kUpdates, 0, screen.output(false, true, 0));
    const auto run = [](Progress& progress) {
      for (uint64_t done = 1; done <= kUpdates; ++done) {
        progress.update(done, 1);
        progress.line("text");
      }
    };
    std::thread one(run, std::ref(first)), two(run, std::ref(second)), three(run, std::ref(second));
    one.join(), two.join(), three.join();
  }
  std::istringstream text(screen.text());
  size_t lines = 0;
  for (std::string line; std::getline(text, line); ++lines)
    REQUIRE_THAT(line, (StartsWith("seed 1: ") || StartsWith("seed 2: ")) && (EndsWith("]") || EndsWith(": text")));
  CHECK(lines == 3 * 2 * kUpdates + 2);
}
