// What guessers get, against what they must get.

#include "experiments/scoring/guesses.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <map>

#include "catalogue/metrics/metric.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/process_end.hpp"

using namespace tapehead;

namespace {

using Options = std::map<std::string, std::string>;

std::unique_ptr<Task> task_of(const std::string& name, const Options& options) {
  Settings settings;
  settings.set("task", name);
  testing::add_defaults(testing::task_row(name).info, settings);
  for (const auto& [option, value] : options) settings.set(option, value);
  return make_task(settings);
}

std::map<std::string, double> guesses(const Task& task, uint64_t episodes = 600) {
  std::map<std::string, double> all;
  for (const GuessedMetric& one : guessed(task, {1, Split::kEval, episodes})) all[one.name()] = one.value;
  return all;
}

std::map<std::string, double> guesses(const std::string& name, const Options& options, uint64_t episodes = 600) {
  return guesses(*task_of(name, options), episodes);
}

}  // namespace

TEST_CASE("guesses: bits cost a bit each, and half of them are wrong") {
  const auto of_copy = guesses("copy", {{"task.min-length", "5"}, {"task.max-length", "5"}, {"task.bits", "8"}});
  CHECK(of_copy.at("uniform_bits") == Approx(40).margin(1e-3));
  CHECK(of_copy.at("uniform_wrong_bits") == Approx(20).margin(0.7));
  CHECK(of_copy.at("frequent_bits") == Approx(40).margin(0.1));
  // Of an item's 3 x 6 bits half are wrong, unless it was the right one: one of the four that are left.
  const auto of_recall = guesses("associative-recall", {{"task.min-items", "6"}, {"task.max-items", "6"}}, 2000);
  CHECK(of_recall.at("exclusion_wrong_bits") == Approx(9 * 0.75).margin(0.3));
}

TEST_CASE("guesses: a program that is told to stop gives them up") {
  CHECK(testing::end_of_process([] {
          install_interrupt_handlers();
          std::raise(SIGTERM);
          try {
            guesses("copy", {{"task.bits", "8"}});
          } catch (const Interrupted&) {
            return 75;
          }
          return 1;
        }) == 75);
}

TEST_CASE("guesses: recall has as many wrong answers as there are other values") {
  const auto all =
      guesses("key-value-recall",
              {{"task.vocabulary", "32"}, {"task.min-pairs", "4"}, {"task.max-pairs", "4"}, {"task.length", "0"}});
  CHECK(all.at("exclusion_error") == Approx(75).margin(3));
  CHECK(all.at("uniform_error") == Approx(100 * 31.0 / 32).margin(1.5));
  CHECK(all.at("uniform_bits") == Approx(4 * 5).margin(1e-3));
  const auto of_many =
      guesses("key-value-recall", {{"task.vocabulary", "8192"}, {"task.min-pairs", "4"}, {"task.max-pairs", "4"}}, 20);
  CHECK(of_many.at("uniform_bits") == Approx(4 * 13).margin(1e-4));
}

TEST_CASE("guesses: the first instance of a class is met by one guess in five to one in one") {
  const auto all = guesses("one-shot", {{"task.classes", "5"}, {"task.instances", "10"}}, 400);
  CHECK(all.at("exclusion_accuracy_1st") == Approx(100 * (1 / 5. + 1 / 4. + 1 / 3. + 1 / 2. + 1) / 5).margin(3));
  CHECK(all.at("exclusion_accuracy_10th") == Approx(20).margin(3));
  CHECK(all.at("uniform_error") == Approx(80).margin(1.5));
}

TEST_CASE("guesses: of three nodes one is asked about, and one of the others is right") {
  const auto all = guesses("graph-inference", {{"task.min-lesson", "1"}, {"task.max-lesson", "1"}});
  CHECK(all.at("echo_error") == 100);
  CHECK(all.at("exclusion_error") == Approx(50).margin(4));
  CHECK(all.at("uniform_error") == Approx(100 * 2 / 3.).margin(4));
  const auto families =
      guesses("graph-inference", {{"task.graphs", "families"}, {"task.min-lesson", "5"}, {"task.max-lesson", "5"}});
  CHECK(families.at("echo_error") == 100);
}

TEST_CASE("guesses: a walk's edge is one of those shown; a shortest path of two edges is met by chance") {
  const auto walks = guesses("graph-traversal", {{"task.min-lesson", "1"}, {"task.max-lesson", "1"}});
  CHECK(walks.at("uniform_error") > 90);
  CHECK(walks.at("uniform_error") < 100);
  const auto paths = guesses("graph-shortest-path", {{"task.min-lesson", "1"}, {"task.max-lesson", "1"}});
  CHECK(paths.at("uniform_error") > 30);  // of one or two edges at each of two nodes
  CHECK(paths.at("uniform_error") < 75);
}

TEST_CASE("guesses: where words are translated one by one, each looks at its own place") {
  const Options plain{{"task.monotone", "true"},
                      {"task.min-length", "5"},
                      {"task.max-length", "5"},
                      {"task.min-fertility", "1"},
                      {"task.max-fertility", "1"}};
  const auto all = guesses("lexical-translation", plain, 200);
  CHECK(all.at("diagonal_alignment_error") == 0);
  CHECK(all.at("uniform_alignment_error") == Approx(80).margin(4));
  Options doubled = plain;
  doubled["task.min-fertility"] = doubled["task.max-fertility"] = "2";
  CHECK(guesses("lexical-translation", doubled, 50).at("diagonal_alignment_error") == 0);
}

TEST_CASE("guesses: the answer that came most often, and the source itself, are wrong where another was right") {
  const TestFolder folder;
  std::string text;
  for (int i = 0; i < 600; ++i) {  // three answers of four are "xy", and one in six says the source again
    const std::string source{static_cast<char>('a' + i % 24), static_cast<char>('a' + i / 24)};
    text += source + "\t" + (i % 6 == 5 ? source : i % 12 == 0 ? "z" : "xy") + "\n";
  }
  const auto task = task_of("pairs", {{"task.path", folder.write("pairs.tsv", text).string()}});
  Batch batch;
  const size_t there = task->episodes(Split::kEval);
  task->sample({1, Split::kEval, 0, there}, {}, batch);
  double frequent = 0, echoed = 0;
  for (size_t b = 0; b < there; ++b) {
    const std::string shown = task->show(batch, b, nullptr);
    const auto line = [&](const std::string& title) {
      const size_t at = shown.find(title) + title.size();
      return shown.substr(at, shown.find('\n', at) - at);
    };
    frequent += line("target  ") == "xy";
    echoed += line("target  ") == line("source  ");
  }
  REQUIRE(frequent > 10);
  REQUIRE(echoed > 2);
  const auto all = guesses(*task);
  CHECK(all.at("frequent_error") == Approx(100 * (1 - frequent / static_cast<double>(there))));
  CHECK(all.at("echo_error") == Approx(100 * (1 - echoed / static_cast<double>(there))));
}

TEST_CASE("guesses: of a story's group the answer that its training questions have most often") {
  const auto task = task_of("babi", {{"task.ids", "6,15"}, {"task.questions", "400"}, {"task.test-questions", "200"}});
  for (size_t group = 0; group < 2; ++group) {
    std::map<uint32_t, double> trained, asked;
    Batch batch;
    const size_t train = task->episodes(Split::kTrain, group), eval = task->episodes(Split::kEval, group);
    task->sample({1, Split::kTrain, 0, train, group}, {}, batch);
    for (size_t b = 0; b < train; ++b) ++trained[batch.target.token(b, 0)];
    task->sample({1, Split::kEval, 0, eval, group}, {}, batch);
    for (size_t b = 0; b < eval; ++b) ++asked[batch.target.token(b, 0)];
    uint32_t most = trained.begin()->first;
    for (const auto& [answer, count] : trained)
      if (count > trained[most]) most = answer;
    for (const GuessedMetric& one : guessed(*task, {1, Split::kEval, eval, group}))
      if (one.name() == "frequent_error")
        CHECK(one.value == Approx(100 * (1 - asked[most] / static_cast<double>(eval))));
  }
}

TEST_CASE("guesses: every task has some, with rows, and the same ones again") {
  for (const TaskRow& row : task_rows()) {
    const bool needs_file = row.info.name == "file" || row.info.name == "pairs";
    if (!row.info.stands_for.empty() || needs_file) continue;
    INFO("task " << row.info.name);
    const auto task = task_of(std::string(row.info.name), {});
    const auto first = guessed(*task, {1, Split::kEval, 12}), again = guessed(*task, {1, Split::kEval, 12});
    CHECK(!first.empty());
    REQUIRE(first.size() == again.size());
    for (size_t i = 0; i < first.size(); ++i) {
      INFO(first[i].name());
      CHECK(find_metric(first[i].name()) != nullptr);
      CHECK(first[i].value == again[i].value);
    }
  }
}
