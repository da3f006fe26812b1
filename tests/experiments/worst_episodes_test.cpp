// The worst episodes: their order, and their text.

#include "experiments/scoring/worst_episodes.hpp"
#include "experiments/files/shell_word.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/support/tiny_run.hpp"

namespace tapehead {
namespace {

std::vector<uint64_t> numbers(const std::vector<WorstEpisode>& worst) {
  std::vector<uint64_t> all;
  for (const auto& one : worst) all.push_back(one.number);
  return all;
}

const std::vector<EpisodeMark> kMarks = {{0.5, 8, 0}, {9, 8, 2}, {7, 8, 3}, {9, 8, 2}, {11, 8, 2}, {0.75, 8, 0}};

}  // namespace

TEST_CASE("worst: most wrong first, then the dearest, then the first") {
  CHECK(numbers(worst_of(kMarks, 6)) == std::vector<uint64_t>{2, 4, 1, 3, 5, 0});
  CHECK(numbers(worst_of(kMarks, 2)) == std::vector<uint64_t>{2, 4});
  CHECK(numbers(worst_of(kMarks, 100)).size() == kMarks.size());
  CHECK(worst_of({}, 3).empty());
  CHECK(worst_of(kMarks, 1)[0].mark.wrong == 3);
}

TEST_CASE("worst: a cost that is no number is dearer than any") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<EpisodeMark> marks = {{1, 8, 1}, {nan, 8, 1}, {2, 8, 1}, {nan, 8, 0}, {nan, 8, 1}};
  CHECK(numbers(worst_of(marks, 5)) == std::vector<uint64_t>{1, 4, 2, 0, 3});
}

TEST_CASE("worst: as lines and as a table") {
  CHECK(worst_text(worst_of(kMarks, 2)) ==
        "                  worst: episode 2: 3 of 8 wrong, 7 bits\n"
        "                         episode 4: 2 of 8 wrong, 11 bits\n");
  const auto folder = std::filesystem::temp_directory_path() / ("tapehead-worst-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto file = folder / "worst.csv";
  {
    NewTable table(file, kWorstHeader);
    add_worst_rows(table, "eval", "task.length=3", worst_of(kMarks, 1));
    CHECK_FALSE(std::filesystem::exists(file));
    table.finish();
  }
  CHECK(read_whole(file, 1000) == "split,setting,episode,wrong,answers,bits\neval,task.length=3,2,3,8,7\n");
  std::filesystem::remove_all(folder);
}

TEST_CASE("a command line is what a shell reads back") {
  CHECK(command_line({"tapehead", "trace", "runs/a", "--task.length", "60"}) ==
        "tapehead trace runs/a --task.length 60");
  CHECK(command_line({"a b", "it's", "", "$x"}) == "'a b' 'it'\\''s' '' '$x'");
}

}  // namespace tapehead
