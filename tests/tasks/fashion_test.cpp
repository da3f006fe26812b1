// Fashion-MNIST as packaged by Debian, and its short name.

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "tasks/data/stored/idx.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;

TEST_CASE("fashion: is short for pictures of that kind") {
  const TaskRow& row = testing::task_row("fashion");
  CHECK(row.info.stands_for ==
        std::vector<std::pair<std::string, std::string>>{{"task", "pictures"}, {"task.from", "fashion"}});
  CHECK(row.info.options.empty());
}

TEST_CASE("fashion: 60,000 pictures to train on and 10,000 for testing, of ten classes", "[published]") {
  const PictureSet set = read_fashion("");
  CHECK(set.size == PictureSize{28, 28, 1});
  CHECK(set.labels.size() == 70000);
  CHECK(set.published == 10000);
  std::vector<size_t> train(10), test(10);
  for (size_t i = 0; i < 70000; ++i) ++(i < 60000 ? train : test)[set.labels[i]];
  CHECK(train == std::vector<size_t>(10, 6000));
  CHECK(test == std::vector<size_t>(10, 1000));
  CHECK(set.names[set.labels[0]] == "boot");  // as the data's own page shows them
  CHECK(set.names[set.labels[1]] == "t-shirt");
  CHECK(set.names[set.labels[60000]] == "boot");
  uint64_t sum = 0;
  for (const uint8_t pixel : set.pixels) sum += pixel;
  CHECK(static_cast<double>(sum) / static_cast<double>(set.pixels.size()) == Approx(72.97).margin(0.05));

  Settings settings;
  settings.set("task", "pictures");
  testing::add_defaults(testing::task_row("pictures").info, settings);
  settings.set("task.from", "fashion");
  const auto task = make_task(settings);
  CHECK(task->episodes(Split::kTest) == 10000);
  CHECK(task->episodes(Split::kTrain) + task->episodes(Split::kValidation) == 60000);
  CHECK(task->episodes(Split::kValidation) > 5700);
  CHECK(task->episodes(Split::kValidation) < 6300);
  const Batch batch = testing::sampled(*task, {1, Split::kTest, 0, 3}, {});
  CHECK(task->spec().corpus->said[batch.target.token(0, 0)] == "boot");
}
