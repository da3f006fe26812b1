#include "tasks/sequences/pairs.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/folder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using namespace testing;

constexpr LineUnits kUnits{Units::kCharacters, Units::kWords};
const PartedPairs kSmall{{{"ab", "x y"}, {"b", "y"}, {"b", "x"}, {"abb", "x y y"}},
                         {{"ba", "y x"}, {"ba", "x"}},
                         {{"bbz", "y w"}, {"aa", "x x"}, {"aa", "x"}}};

PairsTask small_pairs(SequenceMetrics metrics = {}) {
  PairsSettings settings{"small", kUnits, 4};
  settings.metrics = std::move(metrics);
  return {settings, kSmall};
}

/// Sources and targets of all episodes of a split, as text.
std::vector<Pair> told_pairs(const PairsTask& task, Split split) {
  const Batch batch = sampled(task, {1, split, 0, task.episodes(split)}, {});
  std::vector<Pair> all;
  const auto text = [](const BatchStream& stream, size_t b, size_t less) {
    return std::span<const uint32_t>(stream.tokens.data() + b * stream.steps, stream.lengths[b] - less);
  };
  for (size_t b = 0; b < batch.episodes; ++b)
    all.push_back({task.source_text(text(batch.inputs[0], b, 0)), task.said_text(text(batch.target, b, 1))});
  return all;
}

std::unique_ptr<Task> made(const std::string& name, std::vector<std::pair<std::string, std::string>> changes) {
  Settings settings;
  settings.set("task", name);
  add_defaults(task_row(name).info, settings);
  for (auto& [option, value] : changes) settings.set(option, value);
  return make_task(settings);
}

}  // namespace

TEST_CASE("pairs: training sees each pair once an epoch, in another order each; what is held out each source once") {
  const PairsTask task = small_pairs();
  CHECK(task.spec().epoch == 4);
  std::vector<Pair> seen = told_pairs(task, Split::kTrain), all = kSmall.train;
  const auto sort = [](auto& pairs) {
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& a, const Pair& b) { return std::tie(a.source, a.target) < std::tie(b.source, b.target); });
  };
  sort(seen);
  sort(all);
  CHECK(seen == all);
  CHECK(told_pairs(task, Split::kShow) == kSmall.train);
  for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal})
    CHECK(told_pairs(task, split) == std::vector<Pair>{{"ba", "y x"}});
  for (const Split split : {Split::kEval, Split::kTest})  // training has no z and no w
    CHECK(told_pairs(task, split) == std::vector<Pair>{{"bb?", "y (unknown)"}, {"aa", "x x"}});
}

TEST_CASE("pairs: an episode is a source, what was said before, and what is asked for") {
  const PairsTask task = small_pairs();
  const Batch batch = sampled(task, {1, Split::kTest, 0, 2}, {});
  const KnownCorpus corpus = task.spec().corpus;
  CHECK(corpus->words == std::vector<std::string>{"a", "b"});
  CHECK(corpus->said == std::vector<std::string>{"", "x", "y"});
  CHECK(batch.inputs[0].steps == 3);
  CHECK(batch.inputs[0].lengths == std::vector<uint32_t>{3, 2});
  CHECK(batch.inputs[0].tokens == std::vector<uint32_t>{1, 1, kNoToken, 0, 0, kNoToken});
  CHECK(batch.inputs[1].tokens == std::vector<uint32_t>{kEnd, 2, kNoToken, kEnd, 1, 1});
  CHECK(batch.target.tokens == std::vector<uint32_t>{2, kNoToken, kEnd, 1, 1, kEnd});
  CHECK(batch.target.lengths == std::vector<uint32_t>{3, 3});
  CHECK(batch.answers() == 6);
  CHECK(batch.joined_answers);
}

TEST_CASE("pairs: any of a source's answers is right") {
  const PairsTask task = small_pairs({"phoneme_error", "word_error"});
  const Batch batch = sampled(task, {1, Split::kTest, 0, 2}, {});
  const std::vector<Real> logits(3 * 3 * 2, 0);
  const std::vector<uint32_t> steps{0, 1, 2};
  const auto error = [&](std::vector<uint32_t> said, size_t episode) {
    const auto judge = task.judge();
    Paper paper{batch, episode, {logits.data(), 3, 3, 2, 3, 9}, steps, 1.0};
    paper.said = said;
    judge->mark(paper);
    return judge->score().value("word_error");
  };
  CHECK(error({1, 1}, 1) == 0);
  CHECK(error({1}, 1) == 0);
  CHECK(error({1, 1, 1}, 1) == 100);
  CHECK(error({2}, 0) == 100);  // a token that is none is never said
}

TEST_CASE("pairs: what a person asks") {
  const PairsTask task = small_pairs();
  Batch batch;
  CHECK(task.ask("bzaz", batch) == std::vector<std::string>{"z"});
  CHECK(batch.inputs[0].tokens == std::vector<uint32_t>{1, kNoToken, 0, kNoToken});
  CHECK(batch.input(kPrevious).tokens == std::vector<uint32_t>{kEnd});
  CHECK(batch.answers() == 0);
  CHECK_THROWS_WITH(task.ask("", batch), "got an empty line; a source is needed");
  CHECK_THROWS_WITH(task.ask("ababa", batch), "got 5 characters; at most 4 are needed");
  CHECK(task.said_text(std::vector<uint32_t>{1, 2, 7}) == "x y (unknown)");
}

TEST_CASE("pairs: a part without a pair is refused") {
  const auto task = [](const PartedPairs& pairs) { return PairsTask({"mine.txt", kUnits}, pairs); };
  const std::vector<Pair> one{{"a", "b"}};
  CHECK_THROWS_WITH(task({one, {}, one}),
                    "mine.txt: got 2 pairs, of which none is held out for validation; more pairs, "
                    "or a greater share, are needed");
  CHECK_THROWS_WITH(task({one, one, {}}),
                    "mine.txt: got 2 pairs, of which none is held out for testing; more pairs, "
                    "or a greater share, are needed");
  CHECK_THROWS_WITH(task({{}, one, {}}),
                    "mine.txt: got 1 pair, of which none is to train on; more pairs, or a greater share, are needed");
}

TEST_CASE("pairs: an episode is shown, with its most probable tokens") {
  const PairsTask task = small_pairs();
  const Batch batch = sampled(task, {1, Split::kTest, 1, 1}, {});
  CHECK(task.show(batch, 0, nullptr) == "source  aa\ntarget  x x\n");
  const std::vector<Real> answers{Real(0.1), Real(0.5), Real(0.4), Real(0.2), Real(0.2), Real(0.6), Real(1), 0, 0};
  CHECK(task.show(batch, 0, answers.data()) == "source  aa\ntarget  x x\nanswer  x y\nprobability of the target 0.1\n");
}

TEST_CASE("parts: a source is for ever in one of them, all its pairs with it") {
  std::vector<Pair> pairs;
  for (int i = 0; i < 10000; ++i) pairs.push_back({fmt::format("word{}", i / 2), std::to_string(i)});
  const PartedPairs all = parted(pairs, {0.05, 0.1}), more = parted(pairs, {0.2, 0.1});
  CHECK(is_likely(static_cast<double>(all.test.size()) / 2, 5000, 0.1));
  CHECK(is_likely(static_cast<double>(all.validation.size()) / 2, 5000, 0.05));
  CHECK(all.train.size() + all.validation.size() + all.test.size() == pairs.size());
  CHECK(all.test == more.test);
  std::map<std::string, std::set<int>> parts;
  int number = 0;
  for (const auto* part : {&all.train, &all.validation, &all.test}) {
    for (const Pair& pair : *part) parts[pair.source].insert(number);
    ++number;
  }
  CHECK(parts.size() == 5000);
  for (const auto& [source, in] : parts) CHECK(in.size() == 1);
  CHECK(part_of("tapehead", {0.05, 0.1}) == Part::kTrain);  // the hash is a promise
  CHECK(hash_of("tapehead") == 0x81ace0df7cdec63c);
}

TEST_CASE("parts: what is practised is not held out, and test sources are kept as they are") {
  std::vector<Pair> train(50, {"jump", "I_JUMP"});
  for (int i = 0; i < 2000; ++i) train.push_back({fmt::format("word{}", i), "x"});
  const PartedPairs all = held_out(train, {{"y", "z"}}, 0.1);
  CHECK(all.test == std::vector<Pair>{{"y", "z"}});
  CHECK(is_likely(static_cast<double>(all.validation.size()), 2000, 0.1));
  CHECK(std::count(all.train.begin(), all.train.end(), Pair{"jump", "I_JUMP"}) == 50);
  CHECK(all.train.size() + all.validation.size() == train.size());
}

TEST_CASE("pairs: the task of SCAN tests what the split says, and keeps of the rest a little for validation") {
  const auto task = made("scan", {{"task.split", "length"}});
  CHECK(task->episodes(Split::kTest) == 3920);
  CHECK(task->episodes(Split::kTrain) + task->episodes(Split::kValidation) == 16990);
  CHECK(is_likely(static_cast<double>(task->episodes(Split::kValidation)), 16990, 0.05));
  CHECK(task->spec().features() == 13);
  CHECK(task->spec().outputs() == 7);  // six actions and the end
  const auto practised = made("scan", {{"task.split", "addprim-jump"}, {"task.validation-share", "0.5"}});
  CHECK(practised->episodes(Split::kTrain) > 1467 + 5000);
}

TEST_CASE("pairs: a user's file by characters or words, and files of SCAN, are found by their path") {
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 200; ++i) text += fmt::format("n {}\tnumber {} .\n", i, i);
  const std::string path = folder.write("mine.txt", text).string();
  const auto words = made("pairs", {{"task.path", path}, {"task.target-units", "words"}});
  CHECK(words->spec().features() == 12);  // n, the blank and ten digits
  CHECK(words->spec().corpus->said[1] == ".");
  CHECK(words->episodes(Split::kTrain) + words->episodes(Split::kValidation) + words->episodes(Split::kTest) == 200);
  CHECK_THROWS_WITH(made("pairs", {}), "task.path: got nothing; the path of a text file is needed");
  std::string scan;
  for (int i = 0; i < 100; ++i) scan += fmt::format("IN: walk {} OUT: I_WALK\n", i);
  folder.write("tasks_train_simple.txt", scan);
  folder.write("tasks_test_simple.txt", "IN: run OUT: I_RUN\n");
  CHECK(made("scan", {{"task.path", folder.text()}})->episodes(Split::kTest) == 1);
}

TEST_CASE("pairs: words and how they are said, several ways of which are one word to be tested") {
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += fmt::format("W{0}  W AH{1}\nW{0}(2)  V EH1\n",
                        std::string(static_cast<size_t>(i % 20 + 1), static_cast<char>('A' + i / 20)), i % 2);
  const auto task = made("pronunciation", {{"task.path", folder.write("words.txt", text).string()}});
  CHECK(task->episodes(Split::kTrain) % 2 == 0);
  CHECK(task->episodes(Split::kTrain) / 2 + task->episodes(Split::kValidation) + task->episodes(Split::kTest) == 400);
  CHECK(task->spec().corpus->said == std::vector<std::string>{"", "ah", "eh", "v", "w"});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
