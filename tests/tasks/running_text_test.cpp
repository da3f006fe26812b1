#include "tasks/sequences/running_text.hpp"

#include <set>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/folder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using namespace testing;

/// The targets of all windows of a split, one after the other.
std::string told_text(const RunningTextTask& task, Split split) {
  std::string text;
  for (size_t k = 0; k < task.episodes(split); ++k) {
    const Batch batch = sampled(task, {1, split, k, 1}, {});
    text += task.said_text(batch.target.tokens);
  }
  return text;
}

std::string numbers_text(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i) + (i % 7 ? " " : "\n");
  return text;
}

}  // namespace

TEST_CASE("running text: what is held out is told whole, and the rest drawn") {
  const TestFolder folder;
  const std::string text = numbers_text(400);
  const RunningTextTask task({folder.write("text.txt", text).string(), Units::kCharacters, 16});
  const size_t trained = text.size() - (text.size() + 9) / 10;
  for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal, Split::kEval})
    CHECK(told_text(task, split) == text.substr(trained));
  CHECK(task.episodes(Split::kTrain) == 0);
  CHECK_THROWS_AS(task.episodes(Split::kTest), InputError);
  std::set<size_t> begins;
  const Batch batch = sampled(task, {1, Split::kTrain, 0, 3000}, {});
  for (size_t b = 0; b < batch.episodes; ++b) {
    const uint32_t* const target = batch.target.tokens.data() + b * 16;
    const std::string window = task.said_text({target, 16});
    const size_t begin = text.find(window);
    REQUIRE(begin <= trained - 16);
    begins.insert(begin);
    const std::string before = begin == 0 ? "" : text.substr(begin - 1, 1);  // kEnd says nothing
    CHECK(task.said_text({batch.inputs[0].tokens.data() + b * 16, 16}) == before + window.substr(0, 15));
  }
  CHECK(begins.size() > 700);
  CHECK(begins.contains(0));
}

TEST_CASE("running text: the last window is shorter, and its batch is padded") {
  const TestFolder folder;
  const RunningTextTask task(
      {folder.write("text.txt", std::string(95, 'a') + "bcde\n").string(), Units::kCharacters, 4});
  CHECK(task.episodes(Split::kEval) == 3);  // ten characters
  const Batch batch = sampled(task, {1, Split::kEval, 0, 3}, {});
  CHECK(batch.target.lengths == std::vector<uint32_t>{4, 4, 2});
  CHECK(batch.answers() == 10);
  CHECK(batch.target.token(2, 2) == kNoToken);
}

TEST_CASE("running text: characters are those of all, words the frequent ones of what is trained on") {
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 100; ++i) text += i < 90 ? "the cat\nsat " : "a dög sat ";
  const std::string path = folder.write("text.txt", text).string();
  const RunningTextTask characters({path, Units::kCharacters, 8}), words({path, Units::kWords, 8, 3});
  CHECK(characters.spec().says());
  CHECK(characters.spec().input_count == 1);
  CHECK(characters.spec().corpus->said ==
        std::vector<std::string>{"", "\n", " ", "a", "c", "d", "e", "g", "h", "s", "t", "ö"});
  // The 351 training words end with "\n": there is one "sat" less than of the others.
  CHECK(words.spec().corpus->said == std::vector<std::string>{"", "\n", "<unk>", "cat", "the"});
  const Batch batch = sampled(words, {1, Split::kEval, 0, 1}, {});
  for (size_t t = 0; t < 8; ++t) CHECK(batch.target.token(0, t) != kNoToken);
  Batch asked;
  CHECK(words.ask("the cat sat", asked) == std::vector<std::string>{"sat"});
  CHECK(asked.inputs[0].tokens == std::vector<uint32_t>{4, 3, 2});
  CHECK(characters.ask("", asked).empty());
  CHECK(asked.inputs[0].tokens == std::vector<uint32_t>{1});
  CHECK(characters.ask("x", asked) == std::vector<std::string>{"x"});
  CHECK(asked.inputs[0].tokens == std::vector<uint32_t>{kNoToken});
}

TEST_CASE("running text: a text that is too short, or none, is refused") {
  const TestFolder folder;
  const auto task = [&](const std::string& text) {
    return RunningTextTask({folder.write("text.txt", text).string(), Units::kCharacters, 10});
  };
  const std::string path = (folder.path() / "text.txt").string();
  CHECK_THROWS_WITH(task("abc"), path +
                                     ": got 3 characters, of which nine tenths are trained on; more than task.length "
                                     "(10) of these are needed");
  CHECK_THROWS_AS(task(""), InputError);
  CHECK_NOTHROW(task("abcdefghijkl"));
  CHECK_THROWS_WITH(task("abcdefghijkl\nab\xFF"),
                    path + ":2: byte 3 of the line is not UTF-8; text in UTF-8 is needed");
}

TEST_CASE("running text: without a path there is a small one") {
  const RunningTextTask task({"", Units::kWords, 10});
  const std::string text = told_text(task, Split::kEval);
  CHECK(text.size() > 10000);
  CHECK(text.find('?') == text.npos);
  CHECK(task.spec().outputs() < 100);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
