// What is counted are different episodes: of a file that has ten, no split has more than ten to score.

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <set>

#include "catalogue/catalogue.hpp"
#include "tasks/data/babi/generator.hpp"
#include "tasks/data/babi/text.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;

namespace {

/// Pictures of `classes` classes that all differ, in folders.
std::string pictures(const TestFolder& folder, const std::string& name, size_t classes, size_t each) {
  constexpr size_t kSide = 20;
  for (size_t c = 0; c < classes; ++c)
    for (size_t i = 0; i < each; ++i) {
      std::vector<uint8_t> pixels(kSide * kSide, 0);
      for (size_t bit = 0; bit < 10; ++bit) pixels[40 + 2 * bit] = (c * each + i) >> bit & 1 ? 255 : 60;
      folder.write(fmt::format("{}/alphabet/class{:02}/{:02}.png", name, c, i), png_bytes(pixels, kSide, kSide));
    }
  return (folder.path() / name).string() + (name == "characters" ? "" : "/alphabet");
}

/// A file or folder for a task that reads one, without an episode that is there twice.
std::string file_in(std::string_view task, const TestFolder& folder) {
  std::string text;
  if (task == "file") {
    text = "episode,in.1,out.1\n";
    for (int e = 0; e < 50; ++e) text += fmt::format("e{0},{0},1\n", e);
    return folder.write("mine.csv", text).string();
  }
  if (task == "babi") {
    const auto stories = [](Split split) {
      Stream draw(1, split, Purpose::kEpisode, 0);
      return babi_text(1, generate_babi(1, 100, draw));
    };
    (void)folder.write("babi/qa1_where_train.txt", stories(Split::kTrain));
    (void)folder.write("babi/qa1_where_test.txt", stories(Split::kEval));
    return (folder.path() / "babi").string();
  }
  if (task == "scan") {
    const std::vector<Pair> all = scan_commands();
    (void)folder.write("scan/tasks_train_simple.txt", scan_text(std::span(all).first(400)));
    (void)folder.write("scan/tasks_test_simple.txt", scan_text(std::span(all).subspan(400, 100)));
    return (folder.path() / "scan").string();
  }
  if (task == "one-shot") return pictures(folder, "characters", 30, 10);
  if (task == "pictures" || task == "translated" || task == "cluttered" || task == "mosaic")
    return pictures(folder, "pictures", 3, 60);
  if (task == "graph-traversal" || task == "graph-shortest-path" || task == "graph-inference") {
    for (int child = 1; child < 60; ++child)
      text += fmt::format("p{0}\tfather\tp{1}\np{1}\t{2}\tp{0}\n", child, (child - 1) / 8, 2 + (child - 1) % 8);
    return folder.write("family.tsv", text).string();
  }
  const auto letters = [](int i) {
    return std::string{static_cast<char>('a' + i % 26), static_cast<char>('a' + i / 26 % 26)};
  };
  for (int i = 0; i < 500; ++i) {
    if (task == "pairs") text += fmt::format("{}\t{}\n", letters(i), i);
    if (task == "pronunciation") text += fmt::format("{}  {} T\n", letters(i), i % 2 ? "AH0" : "EY1");
    if (task == "text") text += fmt::format("{} ", i);
  }
  return text.empty() ? "" : folder.write("mine.txt", text).string();
}

/// All that a model could tell one episode from another by.
std::string content(const Batch& batch) {
  std::string all;
  const auto add = [&](const auto& numbers) {
    all.append(reinterpret_cast<const char*>(std::data(numbers)), std::size(numbers) * sizeof(*std::data(numbers)));
    all += '|';
  };
  for (const BatchStream* const stream : {&batch.inputs[0], &batch.inputs.back(), &batch.target}) {
    add(stream->values);
    add(stream->tokens);
    for (const StoryView& story : stream->stories) {
      for (const Sentence& statement : story.statements) add(statement);
      for (const Question& question : story.questions) add(question.words);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("tasks that read files: no episode is scored twice, and none is counted twice") {
  constexpr size_t kMost = 60;  // episodes of a split that are looked at
  for (const TaskRow& row : task_rows()) {
    const auto reads = [](const Option& option) { return option.name == "task.path"; };
    if (!row.info.stands_for.empty() || std::none_of(row.info.options.begin(), row.info.options.end(), reads)) continue;
    INFO("task " << row.info.name);
    const TestFolder folder;
    const std::string path = file_in(row.info.name, folder);
    REQUIRE(!path.empty());  // else: give this task a file above
    Settings settings;
    settings.set("task", row.info.name);
    testing::add_defaults(row.info, settings);
    settings.set("task.path", path);
    const auto task = make_task(settings);
    for (const Split split : {Split::kValidation, Split::kCheck, Split::kFinal, Split::kEval}) {
      const size_t there = task->episodes(split), count = there > 0 ? std::min(there, kMost) : kMost;
      std::set<std::string> seen;
      for (uint64_t k = 0; k < count; ++k) {
        Stream draw(1, split, Purpose::kShape, k);
        Batch batch;
        task->sample({1, split, k, 1}, task->shape(draw, {}), batch);
        seen.insert(content(batch));
      }
      INFO("split " << static_cast<int>(split));
      CHECK(seen.size() == count);
    }
  }
}
