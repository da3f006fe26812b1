#include "tasks/stories/babi.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/support/babi_folder.hpp"
#include "tests/support/counting_allocator.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// `count` questions whose only word and answer identify them: "qFIRST" … after "sFIRST". Each story has `each` of
/// them, one after each statement.
std::string stories_of(const std::string& tag, size_t count, size_t each = 2) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const size_t line = 2 * (i % each);
    text += fmt::format("{} {}s{}.\n{} {}q{}?\t{}a{}\t{}\n", line + 1, tag, i, line + 2, tag, i, tag, i % 3, line + 1);
  }
  return text;
}

BabiSettings from(const BabiFolder& folder, std::vector<int> ids, bool whole_stories = false) {
  BabiSettings settings;
  settings.path = folder.text();
  settings.ids = std::move(ids);
  settings.whole_stories = whole_stories;
  return settings;
}

std::string text_of(Sentence words, const Corpus& corpus) {
  std::string text;
  for (const Word word : words)
    text += (text.empty() ? "" : " ") + std::string(word == kUnknownWord ? "?" : corpus.words.at(word));
  return text;
}

/// The last question of each of a split's episodes, in order.
std::vector<std::string> questions(const Task& task, Split split, uint64_t first, size_t count,
                                   size_t group = kAllGroups, uint64_t seed = 1) {
  const Batch batch = sampled(task, {seed, split, first, count, group});
  std::vector<std::string> texts;
  for (const StoryView& story : batch.stories())
    texts.push_back(text_of(story.questions.back().words, *task.spec().corpus));
  return texts;
}

/// "aq3", "aq4" …, from first to end, exclusive.
std::vector<std::string> answers_from(const std::string& tag, size_t first, size_t end, size_t step = 1) {
  std::vector<std::string> texts;
  for (size_t i = first; i < end; i += step) texts.push_back(fmt::format("{}q{}", tag, i));
  return texts;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// All of a split, in order.
std::vector<std::string> all(const Task& task, Split split, size_t group = kAllGroups) {
  return questions(task, split, 0, task.episodes(split, group), group);
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace

TEST_CASE("babi: training takes nine tenths of the questions, and what it leaves is for all else but the test") {
  const BabiFolder folder;
  folder.write("qa1_x_train.txt", stories_of("a", 25));
  folder.write("qa1_x_test.txt", stories_of("t", 7));
  const BabiTask task(from(folder, {1}));
  CHECK(task.spec().tells_stories());
  CHECK(task.spec().scoring() == Scoring::kClasses);
  CHECK(task.spec().epoch == 22);
  CHECK(task.episodes(Split::kTrain) == 22);
  CHECK(sorted(all(task, Split::kTrain)) == sorted(answers_from("a", 0, 22)));
  CHECK(all(task, Split::kShow) == answers_from("a", 0, 22));
  for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal})
    CHECK(all(task, split) == answers_from("a", 22, 25));
  for (const Split split : {Split::kEval, Split::kTest}) CHECK(all(task, split) == answers_from("t", 0, 7));
}

TEST_CASE("babi: the shares of small files") {
  for (const auto& [count, trained] : {std::pair(2, 1), std::pair(9, 8), std::pair(10, 9), std::pair(11, 9),
                                       std::pair(20, 18), std::pair(1000, 900)}) {
    const BabiFolder folder;
    folder.write("qa1_train.txt", stories_of("a", static_cast<size_t>(count)));
    const BabiTask task(from(folder, {1}));
    CHECK(task.episodes(Split::kTrain) == static_cast<size_t>(trained));
    CHECK(task.episodes(Split::kValidation) == static_cast<size_t>(count - trained));
  }
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 1));
  CHECK(error_of([&] { BabiTask(from(folder, {1})); }) ==
        folder.text() + ": got 1 question of task 1; at least 2 are needed, to train and to validate");
  folder.write("qa1_train.txt", stories_of("a", 2));
  CHECK(error_of([&] { BabiTask(from(folder, {1}, true)); }) ==
        folder.text() + ": got 1 story of task 1; at least 2 are needed, to train and to validate");
  folder.write("qa1_train.txt", stories_of("a", 1));
  folder.write("qa1_valid.txt", stories_of("v", 1));
  CHECK(BabiTask(from(folder, {1})).episodes(Split::kTrain) == 1);
}

TEST_CASE("babi: with a valid file training takes all of the train file") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 20));
  folder.write("qa1_valid.txt", stories_of("v", 4));
  const BabiTask task(from(folder, {1}));
  CHECK(sorted(all(task, Split::kTrain)) == sorted(answers_from("a", 0, 20)));
  for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal, Split::kEval})
    CHECK(all(task, split) == answers_from("v", 0, 4));
}

TEST_CASE("babi: without a test file eval takes what training left, and test is refused") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 20));
  folder.write("qa1_test.txt", stories_of("t", 3));
  folder.write("qa7_train.txt", stories_of("b", 20));
  const BabiTask task(from(folder, {1, 7}));
  CHECK(all(task, Split::kEval) == joined(answers_from("t", 0, 3), answers_from("b", 18, 20)));
  CHECK(all(task, Split::kTest, 0) == answers_from("t", 0, 3));
  const std::string refusal =
      "--split test: " + folder.text() +
      " has no qa7_*_test.txt or qa7_test.txt; a directory with test files is needed, or --split eval, which takes "
      "what training left of the train file";
  CHECK(error_of([&] { task.episodes(Split::kTest); }) == refusal);
  CHECK(error_of([&] { task.episodes(Split::kTest, 1); }) == refusal);
  CHECK(error_of([&] { sampled(task, {1, Split::kTest, 0, 1}); }) == refusal);
}

TEST_CASE("babi: several tasks are one set, and groups are the tasks") {
  const BabiFolder folder;
  folder.write("qa2_train.txt", stories_of("a", 20));
  folder.write("qa5_train.txt", stories_of("b", 30));
  folder.write("qa11_train.txt", stories_of("c", 10));
  const BabiTask task(from(folder, {2, 5, 11}));
  CHECK(task.groups() == Groups{"task.ids", {"2", "5", "11"}, "error", "%", 5});
  CHECK(task.groups().setting(2) == "task.ids=11");
  CHECK(task.episodes(Split::kTrain) == 18 + 27 + 9);
  CHECK(task.spec().epoch == 54);
  const auto whole = joined(joined(answers_from("a", 0, 18), answers_from("b", 0, 27)), answers_from("c", 0, 9));
  CHECK(all(task, Split::kShow) == whole);
  CHECK(sorted(all(task, Split::kTrain)) == sorted(whole));
  CHECK(all(task, Split::kFinal) ==
        joined(joined(answers_from("a", 18, 20), answers_from("b", 27, 30)), answers_from("c", 9, 10)));
  CHECK(all(task, Split::kFinal, 1) == answers_from("b", 27, 30));
  CHECK(all(task, Split::kFinal, 2) == answers_from("c", 9, 10));
  CHECK(sorted(all(task, Split::kTrain, 1)) == sorted(answers_from("b", 0, 27)));
  CHECK(BabiTask(from(folder, {5})).groups().values == std::vector<std::string>{"5"});
}

TEST_CASE("babi: training goes through permutations, all else in order and round again") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 40));
  const BabiTask task(from(folder, {1}));
  const auto first = questions(task, Split::kTrain, 0, 36), second = questions(task, Split::kTrain, 36, 36);
  CHECK(sorted(first) == sorted(second));
  CHECK(first != second);
  CHECK(first != answers_from("a", 0, 36));
  CHECK(first != questions(task, Split::kTrain, 0, 36, kAllGroups, 2));
  CHECK(questions(task, Split::kTrain, 30, 20) ==
        joined({first.begin() + 30, first.end()}, {second.begin(), second.begin() + 14}));
  CHECK(questions(task, Split::kEval, 2, 6) ==
        joined(joined(answers_from("a", 38, 40), answers_from("a", 36, 40)), {}));
  CHECK(questions(task, Split::kEval, 0, 4, kAllGroups, 5) == answers_from("a", 36, 40));
}

TEST_CASE("babi: targets are the answers' classes, one step a question") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 30, 3) + "1 s. \n2 q?\ta0,a1\t1\n");
  folder.write("qa1_valid.txt", stories_of("a", 3, 3));
  for (const bool whole : {false, true}) {
    const BabiTask task(from(folder, {1}, whole));
    CHECK(task.episodes(Split::kTrain) == (whole ? 11 : 31));
    const Corpus& corpus = *task.spec().corpus;
    const Batch batch = sampled(task, {1, Split::kTrain, 0, task.episodes(Split::kTrain)});
    REQUIRE(batch.steps() == (whole ? 3 : 1));
    REQUIRE(batch.outputs() == corpus.words.size());
    CHECK_FALSE(batch.joined_answers);
    size_t scored = 0;
    for (size_t b = 0; b < batch.episodes; ++b) {
      const StoryView& story = batch.stories()[b];
      REQUIRE((story.questions.size() == 1 || (whole && story.questions.size() == 3)));
      for (size_t t = 0; t < batch.steps(); ++t) {
        const bool is_asked = t < story.questions.size();
        std::string answer;
        if (is_asked) {
          const std::string question = text_of(story.questions[t].words, corpus);
          answer = question == "q" ? "a0,a1" : fmt::format("aa{}", std::stoi(question.substr(2)) % 3);
        }
        CHECK(*batch.scored(b, t) == (is_asked ? 1 : 0));
        CHECK(batch.target.token(b, t) == (is_asked ? token_of(corpus.find(answer)) : kNoToken));
        scored += is_asked;
      }
    }
    CHECK(scored == 31);
  }
}

TEST_CASE("babi: whole stories are told whole, and cut in whole ones") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 50, 5));
  const BabiTask task(from(folder, {1}, true));
  CHECK(task.episodes(Split::kTrain) == 9);
  CHECK(all(task, Split::kShow) == answers_from("a", 4, 45, 5));
  CHECK(all(task, Split::kFinal) == answers_from("a", 49, 50));
  const Batch batch = sampled(task, {1, Split::kShow, 3, 1});
  CHECK(batch.stories()[0].statements.size() == 5);
  CHECK(text_of(batch.stories()[0].statements[1], *task.spec().corpus) == "as16");
  CHECK(batch.stories()[0].questions[1].known == 2);
}

TEST_CASE("babi: the corpus has the words of all files, but the sizes of what training sees") {
  const BabiFolder folder;
  folder.write("qa1_train.txt",
               "1 One two three four five six seven.\n2 Who?\tme\t1\n"
               "1 a.\n2 b.\n3 c.\n4 Who?\tme\n1 a.\n2 b.\n3 c.\n4 d.\n5 Who?\tme\n");
  folder.write("qa1_test.txt",
               "1 Far away things are told of in so many words.\n2 a.\n3 a.\n4 a.\n5 Who?\tYou,he\t1\n");
  folder.write("qa2_valid.txt", "1 Valid.\n2 Who?\tme\t1\n");
  const auto corpus = BabiTask(from(folder, {1})).spec().corpus;
  CHECK(corpus->statements == 3);  // the third question is held out
  CHECK(corpus->sentence == 10);
  CHECK(corpus->episodes == 2);
  for (const char* word : {"one", "who", "me", "far", "you", "he", "you,he"}) CHECK(corpus->find(word) != kUnknownWord);
  for (const char* word : {"valid", "One", "You,he", "Who?"}) CHECK(corpus->find(word) == kUnknownWord);
}

TEST_CASE("babi: a known corpus numbers the words, and what it lacks is unknown and wrong") {
  const BabiFolder folder, other;
  folder.write("qa1_train.txt", stories_of("a", 20));
  other.write("qa1_train.txt", "1 as1 zzz.\n2 aq1 as2?\tnever\t1\n1 as3.\n2 aq2?\taa1\t1\n1 s.\n2 q?\ta\n");
  const auto corpus = BabiTask(from(folder, {1})).spec().corpus;
  const BabiTask task(from(other, {1}), corpus);
  CHECK(task.spec().corpus == corpus);
  CHECK(task.spec().epoch == 18);
  CHECK(task.spec().outputs() == corpus->words.size());
  CHECK(task.episodes(Split::kTrain) == 2);
  const Batch batch = sampled(task, {1, Split::kShow, 0, 2});
  CHECK(text_of(batch.stories()[0].statements[0], *corpus) == "as1 ?");
  CHECK(text_of(batch.stories()[0].questions[0].words, *corpus) == "aq1 as2");
  CHECK(batch.stories()[0].questions[0].answer == kUnknownWord);
  CHECK(batch.target.token(0, 0) == kNoToken);
  CHECK(*batch.scored(0, 0) == 1);
  CHECK(batch.target.token(1, 0) == corpus->find("aa1"));
}

TEST_CASE("babi: a batch is filled again without allocating") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 60, 4));
  folder.write("qa2_train.txt", stories_of("b", 60, 3));
  for (const bool whole : {false, true}) {
    const BabiTask task(from(folder, {1, 2}, whole));
    Batch batch;
    const auto fill = [&] {
      for (uint64_t k = 0; k < 200; k += 8) task.sample({1, Split::kTrain, k, 8}, {}, batch);
    };
    fill();
    const size_t before = allocation_count();
    fill();
    CHECK(allocation_count() == before);
  }
}

TEST_CASE("babi: a story is shown as it was told, with its supports, the answer and what a model says") {
  const BabiFolder folder;
  folder.write(
      "qa1_train.txt",
      "1 Mary got the milk.\n2 Mary left.\n3 What has mary?\tmilk,ball\t1\n4 John left.\n5 Who left? \tjohn\t4 "
      "2\n1 a.\n2 b?\tc\n");
  const BabiTask whole(from(folder, {1}, true)), single(from(folder, {1}));
  const Corpus& corpus = *whole.spec().corpus;
  const std::string story =
      "   1 * mary got the milk.\n"
      "   2 * mary left.\n"
      "   3   what has mary? milk,ball (1)\n"
      "   4 * john left.\n"
      "   5   who left? john (4 2)\n";
  Batch batch = sampled(whole, {1, Split::kShow, 0, 1});
  CHECK(whole.show(batch, 0, nullptr) == story);
  std::vector<Real> answers(2 * corpus.words.size(), 0);
  const auto says = [&](size_t question, const char* word, Real probability) {
    answers[question * corpus.words.size() + corpus.find(word)] = probability;
  };
  says(0, "milk", Real(0.75));
  says(0, "milk,ball", Real(0.125));
  says(0, "john", Real(0.0625));
  says(0, "mary", Real(0.03125));
  says(0, "who", Real(0.015));
  says(0, "left", Real(0.01));
  says(1, "john", 1);
  CHECK(whole.show(batch, 0, answers.data()) ==
        "   1 * mary got the milk.\n"
        "   2 * mary left.\n"
        "   3   what has mary? milk,ball (1)\n"
        "        model: milk (wrong); milk 0.750, milk,ball 0.125, john 0.062, mary 0.031, who 0.015\n"
        "   4 * john left.\n"
        "   5   who left? john (4 2)\n"
        "        model: john (right); john 1.000, a 0.000, b 0.000, ball 0.000, c 0.000\n");
  batch = sampled(single, {1, Split::kShow, 1, 1});
  CHECK(single.show(batch, 0, nullptr) ==
        "   1   mary got the milk.\n"
        "   2 * mary left.\n"
        "   3 * john left.\n"
        "   4   who left? john (3 2)\n");
}

TEST_CASE("babi: the built-in stories are drawn by the seed, the test ones apart from the training ones") {
  BabiSettings settings;
  settings.ids = {1, 20};
  settings.questions = 100;
  settings.test_questions = 30;
  const BabiTask task(settings);
  CHECK(task.episodes(Split::kTrain) == 180);
  CHECK(task.episodes(Split::kValidation) == 20);
  CHECK(task.episodes(Split::kTest) == 60);
  CHECK(task.episodes(Split::kEval) == 60);
  CHECK(task.episodes(Split::kTest, 1) == 30);
  const auto shown = [](const BabiTask& which, Split split) {
    const Batch batch = sampled(which, {1, split, 0, 20});
    std::string text;
    for (size_t b = 0; b < batch.episodes; ++b) text += which.show(batch, b, nullptr);
    return text;
  };
  CHECK(shown(task, Split::kShow) == shown(BabiTask(settings), Split::kShow));
  CHECK(shown(task, Split::kTest) == shown(BabiTask(settings), Split::kTest));
  CHECK(shown(task, Split::kShow) != shown(task, Split::kTest));
  settings.seed = 2;
  CHECK(shown(task, Split::kShow) != shown(BabiTask(settings), Split::kShow));
  CHECK(shown(task, Split::kTest) != shown(BabiTask(settings), Split::kTest));
}

TEST_CASE("babi: a path means files, and what contradicts it is refused") {
  const BabiFolder folder;
  folder.write("qa1_train.txt", stories_of("a", 20));
  folder.write("qa2_train.txt", stories_of("b", 20));
  const auto made = [](std::vector<std::pair<std::string, std::string>> changes) {
    Settings settings;
    settings.set("task", "babi");
    for (const TaskRow& row : task_rows())
      if (row.info.name == "babi")
        for (const Option& option : row.info.options) settings.set(option.name, option.value);
    for (const auto& [name, value] : changes) settings.set(name, value);
    return make_task(settings);
  };
  const std::string path = folder.text();
  CHECK(made({{"task.path", path}})->episodes(Split::kTrain) == 18);
  CHECK(made({{"task.path", path}, {"task.source", "files"}, {"task.ids", "1..2"}})->episodes(Split::kTrain) == 36);
  CHECK(made({{"task.path", path}, {"task.episode", "story"}})->episodes(Split::kTrain) == 9);
  CHECK(made({})->episodes(Split::kTrain) == 900);
  CHECK(made({{"task.source", "built-in"}, {"task.questions", "50"}})->episodes(Split::kTrain) == 45);
  CHECK(made({{"task.test-questions", "40"}})->episodes(Split::kTest) == 40);
  CHECK(error_of([&] {
          made({{"task.path", path}, {"task.source", "built-in"}});
        }) == "task.source: got built-in with task.path \"" + path + "\"; one of the two without the other is needed");
  CHECK(error_of([&] {
          made({{"task.source", "files"}});
        }) == "task.path: got nothing with task.source files; a directory of bAbI files is needed");
  CHECK(error_of([&] { made({{"task.ids", "0"}}); }).starts_with("task.ids: got "));
}

TEST_CASE("babi: all real files at once", "[published]") {
  const auto folder = published_babi("en");
  BabiSettings settings;
  settings.path = folder.string();
  for (int id = 1; id <= 20; ++id) settings.ids.push_back(id);
  const BabiTask task(settings);
  CHECK(task.episodes(Split::kTrain) == 18000);
  CHECK(task.episodes(Split::kValidation) == 2000);
  CHECK(task.groups().values.size() == 20);
  const Corpus& corpus = *task.spec().corpus;
  CHECK(std::count_if(corpus.words.begin(), corpus.words.end(),
                      [](const auto& word) { return word.find(',') == word.npos; }) == 156);
  CHECK(corpus.sentence == 11);  // "is the pink rectangle to the left of the red square" is one
  CHECK(error_of([&] { task.episodes(Split::kTest); }).find("qa1_*_test.txt") != std::string::npos);
}
