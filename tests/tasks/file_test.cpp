#include "tasks/bits/file.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using testing::sampled;
namespace fs = std::filesystem;

namespace {

/// A CSV file in the temporary directory, removed with the object.
struct File {
  explicit File(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  ~File() { fs::remove(path); }
  const fs::path path = fs::temp_directory_path() / fmt::format("tapehead-file-test-{}.csv", getpid());
};

/// Episode e (from 0) has e mod 3 + 1 steps; its input is e, its first step's target e / 1000.
std::string numbered_episodes(size_t episodes) {
  std::string text = "episode,in.1,in.2,out.1,out.2\n";
  for (size_t e = 0; e < episodes; ++e)
    for (size_t t = 0; t <= e % 3; ++t)
      text +=
          fmt::format("e{},{},{},{},\n", e, e, t + 1, t == 0 ? fmt::format("{}", static_cast<double>(e) / 1000) : "");
  return text;
}

size_t number_of(const Batch& batch, size_t b) { return static_cast<size_t>(batch.input(b, 0)[0]); }

/// The file's episodes in `count` episodes of a split, in order.
std::vector<size_t> order(const Task& task, uint64_t seed, Split split, uint64_t first, size_t count) {
  const Batch batch = sampled(task, {seed, split, first, count});
  std::vector<size_t> numbers;
  for (size_t b = 0; b < count; ++b) numbers.push_back(number_of(batch, b));
  return numbers;
}

/// All episodes of a split, each `times` times in as many passes.
std::set<size_t> members(const Task& task, Split split, size_t size) {
  std::set<size_t> first;
  for (uint64_t pass = 0; pass < 3; ++pass) {
    const auto numbers = order(task, 1, split, pass * size, size);
    const std::set<size_t> all(numbers.begin(), numbers.end());
    CHECK(all.size() == size);
    if (pass == 0) first = all;
    CHECK(all == first);
  }
  return first;
}

std::set<size_t> numbers_from(size_t first, size_t end) {
  std::set<size_t> numbers;
  for (size_t e = first; e < end; ++e) numbers.insert(e);
  return numbers;
}

}  // namespace

TEST_CASE("file: the last episodes are held out, half for validation and half for the final score") {
  struct Case {
    size_t episodes;
    double held_out;
    size_t train, validation;
  };
  const auto [episodes, held_out, train, validation] =
      GENERATE(Case{100, 0.2, 80, 10}, Case{10, 0.2, 8, 1}, Case{10, 0.3, 7, 1}, Case{3, 0.2, 1, 1},
               Case{4, 0.01, 2, 1}, Case{3, 0.9, 1, 1}, Case{20, 0.9, 2, 9});
  const File file(numbered_episodes(episodes));
  const FileTask task({file.path.string(), held_out});
  const size_t middle = train + validation;
  CHECK(members(task, Split::kTrain, train) == numbers_from(0, train));
  CHECK(members(task, Split::kValidation, validation) == numbers_from(train, middle));
  CHECK(members(task, Split::kCheck, validation) == numbers_from(train, middle));
  CHECK(members(task, Split::kFinal, episodes - middle) == numbers_from(middle, episodes));
  CHECK(members(task, Split::kEval, episodes - middle) == numbers_from(middle, episodes));
  CHECK(members(task, Split::kShow, episodes) == numbers_from(0, episodes));
}

TEST_CASE("file: each pass has an order of its own, by seed and split") {
  const File file(numbered_episodes(50));
  const FileTask task({file.path.string(), 0.2});
  const auto first = order(task, 1, Split::kTrain, 0, 40);
  CHECK(first == order(task, 1, Split::kTrain, 0, 40));
  CHECK(first != order(task, 1, Split::kTrain, 40, 40));
  CHECK(first != order(task, 2, Split::kTrain, 0, 40));
  CHECK(!std::is_sorted(first.begin(), first.end()));
}

TEST_CASE("file: a batch is as long as its longest episode, and nothing is scored behind the others' ends") {
  const File file(numbered_episodes(12));
  const FileTask task({file.path.string(), 0.2});
  CHECK(task.spec().features() == 2);
  CHECK(task.spec().outputs() == 2);
  const Batch batch = sampled(task, {1, Split::kTrain, 0, 10});
  REQUIRE(batch.features() == 2);
  REQUIRE(batch.outputs() == 2);
  REQUIRE(batch.steps() == 3);
  for (size_t b = 0; b < batch.episodes; ++b) {
    const size_t e = number_of(batch, b);
    for (size_t t = 0; t < batch.steps(); ++t) {
      const bool inside = t <= e % 3;
      CHECK(batch.input(b, t)[0] == (inside ? static_cast<Real>(e) : 0));
      CHECK(batch.input(b, t)[1] == (inside ? static_cast<Real>(t + 1) : 0));
      CHECK(batch.target.at(b, t)[0] == (t == 0 ? static_cast<Real>(static_cast<double>(e) / 1000) : 0));
      CHECK(batch.scored(b, t)[0] == (t == 0 ? 1 : 0));
      CHECK(batch.target.at(b, t)[1] == 0);
      CHECK(batch.scored(b, t)[1] == 0);
    }
  }
  std::set<size_t> lengths;
  for (uint64_t k = 0; k < 10; ++k) lengths.insert(sampled(task, {1, Split::kTrain, k, 1}).steps());
  CHECK(lengths == std::set<size_t>{1, 2, 3});
}

TEST_CASE("file: a batch may go over the set's end several times") {
  const File file(numbered_episodes(5));
  const FileTask task({file.path.string(), 0.2});
  const auto at_once = order(task, 4, Split::kTrain, 2, 20);
  for (size_t k = 0; k < 20; ++k) CHECK(order(task, 4, Split::kTrain, 2 + k, 1)[0] == at_once[k]);
}

TEST_CASE("file: several threads may sample at once") {
  const File file(numbered_episodes(30));
  const FileTask task({file.path.string(), 0.2});
  const auto expected = order(task, 1, Split::kTrain, 0, 400);
  std::vector<std::vector<size_t>> got(4);
  std::vector<std::thread> threads;
  for (size_t worker = 0; worker < got.size(); ++worker)
    threads.emplace_back([&, worker] {
      for (uint64_t k = 0; k < 400; k += 4) {
        const auto numbers = order(task, 1, Split::kTrain, (k + 100 * worker) % 400, 4);
        got[worker].insert(got[worker].end(), numbers.begin(), numbers.end());
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (size_t worker = 0; worker < got.size(); ++worker) {
    std::rotate(got[worker].begin(), got[worker].end() - static_cast<std::ptrdiff_t>(100 * worker), got[worker].end());
    CHECK(got[worker] == expected);
  }
}

TEST_CASE("file: no path, no file and too few episodes are refused") {
  CHECK_THROWS_AS(FileTask({"", 0.2}), InputError);
  CHECK_THROWS_WITH(FileTask({"", 0.2}), "task.path: got nothing; the path of a CSV file is needed");
  CHECK_THROWS_AS(FileTask({"/no/such/file.csv", 0.2}), InputError);
  const auto refused = [](size_t episodes, const std::string& count) {
    const File file(numbered_episodes(episodes));
    CHECK_THROWS_WITH(FileTask({file.path.string(), 0.2}),
                      file.path.string() + ": got " + count +
                          "; at least 3 are needed, to train, to validate and for the final score");
  };
  refused(1, "1 episode");
  refused(2, "2 episodes");
  const File bad("episode,in.1,out.1\na,1,2\n");
  CHECK_THROWS_WITH(FileTask({bad.path.string(), 0.2}),
                    bad.path.string() + ":2: out.1 is \"2\"; a target from 0 to 1 is needed");
}

TEST_CASE("file: numbers are shown as numbers, bits as a picture") {
  const File file(numbered_episodes(3));
  const FileTask task({file.path.string(), 0.2});
  Batch batch;
  batch.resize({2, 1}, 2, 2);
  batch.input(1, 0)[0] = Real(-12.5);
  batch.input(1, 1)[1] = Real(0.001);
  batch.target.at(1, 1)[0] = 1;
  batch.scored(1, 1)[0] = 1;
  const std::vector<Real> answers{Real(0.5), Real(0.75)};
  CHECK(task.show(batch, 1, nullptr) ==
        "step      in.1      in.2     out.1\n"
        "   1     -12.5         0         -\n"
        "   2         0     0.001         1\n");
  CHECK(task.show(batch, 1, answers.data()) ==
        "step      in.1      in.2     out.1  answer.1\n"
        "   1     -12.5         0         -         -\n"
        "   2         0     0.001         1      0.75\n");
  batch.input(1, 0)[0] = 1;
  batch.input(1, 1)[1] = 0;
  CHECK(task.show(batch, 1, answers.data()) == "inputs\n   1 █·\n   2 ··\ntargets\n   1  █\nanswers\n   1  █\n");
}
