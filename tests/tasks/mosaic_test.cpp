#include "tasks/pictures/mosaic.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "autodiff/base/error.hpp"
#include "tasks/data/pictures/drawn_pictures.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/marked_pictures.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;
using testing::sampled;

namespace {

MosaicTask small_mosaic(size_t min_items = 1, size_t max_items = 3, KnownCorpus corpus = nullptr) {
  return MosaicTask({"mine", 12, min_items, max_items}, std::make_shared<const MarkedPictures>(30), std::move(corpus));
}

std::vector<std::string> said_words(const MosaicTask& task, const Batch& batch, size_t b) {
  std::vector<std::string> all;
  for (size_t t = 0; t + 1 < batch.target.lengths[b]; ++t) {
    const uint32_t token = batch.target.token(b, t);
    all.push_back(task.said_text({&token, 1}));
  }
  return all;
}

int mosaic_byte(const Batch& batch, size_t b, size_t x, size_t y) {
  return static_cast<int>(std::lround(batch.inputs[0].at(b, 0)[y * 12 + x] * 255));
}

/// An item as named in the caption, and its box.
struct PlacedItem {
  std::string name;
  Box box;
};

/// A caption, parsed word by word.
struct Said {
  std::vector<PlacedItem> items;
  std::vector<std::string> relations;
};

Said read(const MosaicTask& task, const Batch& batch, size_t b) {
  const std::vector<std::string> all = said_words(task, batch, b);
  Said said;
  for (size_t t = 0; t < all.size();) {
    const auto box = [&](size_t at) { return batch.boxes[b * batch.steps() + at]; };
    REQUIRE(all[t] == "a");
    REQUIRE(box(t).empty());
    PlacedItem item{"", box(++t)};
    for (; t < all.size() && !box(t).empty(); ++t) {
      CHECK(box(t) == item.box);  // every word of a name has the item's
      item.name += (item.name.empty() ? "" : " ") + all[t];
    }
    said.items.push_back(item);
    if (t == all.size()) break;
    if (all[t] == "left") {
      REQUIRE(all[t + 1] == "of");
      REQUIRE(box(t + 1).empty());
      ++t;
      said.relations.push_back("left of");
    } else {
      REQUIRE(all[t] == "above");
      said.relations.push_back("above");
    }
    ++t;
  }
  for (size_t t = all.size(); t < batch.steps(); ++t) CHECK(batch.boxes[b * batch.steps() + t].empty());
  return said;
}

}  // namespace

TEST_CASE("mosaic: a caption names every item that is there, in its box, and says how they stand") {
  const MosaicTask task = small_mosaic();
  const std::map<std::string, uint32_t> classes{{"cat", 0}, {"hot dog", 1}, {"ape", 2}};
  for (const uint32_t items : {1u, 2u, 3u}) {
    const Batch batch = sampled(task, {items}, 300);
    REQUIRE(batch.boxes.size() == batch.steps() * 300);
    std::map<std::string, size_t> relations;
    for (size_t b = 0; b < 300; ++b) {
      const Said said = read(task, batch, b);
      REQUIRE(said.items.size() == items);
      for (size_t y = 0; y < 12; ++y)
        for (size_t x = 0; x < 12; ++x) {
          size_t covered = 0;
          for (const PlacedItem& item : said.items) {
            const auto h = static_cast<float>(x), v = static_cast<float>(y);
            if (h < item.box.left || h >= item.box.right || v < item.box.top || v >= item.box.bottom) continue;
            ++covered;
            REQUIRE(MarkedPictures::class_of(mosaic_byte(batch, b, x, y)) == classes.at(item.name));
          }
          REQUIRE(covered == (mosaic_byte(batch, b, x, y) > 0));  // items do not overlap
        }
      for (size_t i = 1; i < items; ++i) {
        const Box &one = said.items[i - 1].box, &next = said.items[i].box;
        const float right = next.left - one.left, down = next.top - one.top;
        CHECK(right + down >= 1);  // the margin: a quarter of four pixels
        CHECK(std::abs(right - down) >= 1);
        CHECK((said.relations[i - 1] == "left of") == (right > std::abs(down)));
        CHECK((said.relations[i - 1] == "above") == (down > std::abs(right)));
        ++relations[said.relations[i - 1]];
      }
    }
    if (items > 1) CHECK(std::min(relations["above"], relations["left of"]) > 60);
  }
}

TEST_CASE(
    "mosaic: of drawn shapes, boxes hold all that is seen, and the caption is right by a margin for what is seen") {
  const MosaicTask task({"shapes", 72}, std::make_shared<const DrawnPictures>(drawn_shapes()));
  const Batch batch = sampled(task, {3}, 100);
  for (size_t b = 0; b < 100; ++b) {
    const auto is_bright = [&](size_t x, size_t y) {
      return std::lround(batch.inputs[0].at(b, 0)[y * 72 + x] * 255) >= kInk;
    };
    const Said said = read(task, batch, b);
    size_t bright = 0, boxed = 0;
    for (size_t y = 0; y < 72; ++y)
      for (size_t x = 0; x < 72; ++x) bright += is_bright(x, y);
    for (const PlacedItem& item : said.items) {
      const auto left = static_cast<size_t>(item.box.left), right = static_cast<size_t>(item.box.right),
                 top = static_cast<size_t>(item.box.top), bottom = static_cast<size_t>(item.box.bottom);
      size_t edges[4] = {};  // something bright touches each of them
      for (size_t y = top; y < bottom; ++y)
        for (size_t x = left; x < right; ++x) {
          const bool here = is_bright(x, y);
          boxed += here;
          edges[0] += here && x == left;
          edges[1] += here && x + 1 == right;
          edges[2] += here && y == top;
          edges[3] += here && y + 1 == bottom;
        }
      for (const size_t edge : edges) CHECK(edge > 0);
    }
    CHECK(boxed == bright);
    for (size_t i = 1; i < said.items.size(); ++i) {
      const Box &one = said.items[i - 1].box, &next = said.items[i].box;
      const float right = (next.left + next.right - one.left - one.right) / 2,
                  down = (next.top + next.bottom - one.top - one.bottom) / 2;
      CHECK(right + down >= 7);
      CHECK(std::abs(right - down) >= 7);
      CHECK((said.relations[i - 1] == "left of") == (right > down));
    }
  }
}

TEST_CASE("mosaic: its words are those of the template and of the classes") {
  const MosaicTask task = small_mosaic();
  CHECK(task.spec().corpus->said ==
        std::vector<std::string>{"", "a", "above", "ape", "cat", "dog", "hot", "left", "of"});
  CHECK(task.spec().input().layout == Layout{12, 12, 1});
  CHECK(task.has_sizes());
  CHECK_FALSE(small_mosaic(2, 2).has_sizes());
  CHECK(testing::shape_counts(task, 100).size() == 3);
}

TEST_CASE("mosaic: canvases that are held out are the same whatever the seed is, of other pictures") {
  const MosaicTask task = small_mosaic();
  CHECK(task.episodes(Split::kTest) == MosaicTask::kHeldOut);
  CHECK(task.episodes(Split::kTrain) == 0);
  const Batch one = sampled(task, {1, Split::kTest, 0, 20}, {2}), other = sampled(task, {7, Split::kTest, 0, 20}, {2});
  CHECK(one.inputs[0].values == other.inputs[0].values);
  CHECK(one.inputs[0].values != sampled(task, {1, Split::kFinal, 0, 20}, {2}).inputs[0].values);
  CHECK(sampled(task, {1, Split::kTrain, 0, 20}, {2}).target.tokens !=
        sampled(task, {7, Split::kTrain, 0, 20}, {2}).target.tokens);
}

TEST_CASE("mosaic: a known corpus that has no name of any class is refused; where it lacks some, they are wrong") {
  Corpus known = *small_mosaic().spec().corpus;
  std::erase(known.said, "cat");
  std::erase(known.said, "hot");
  const MosaicTask task = small_mosaic(1, 1, std::make_shared<const Corpus>(known));
  const Batch batch = sampled(task, {1}, 30);
  size_t unknown = 0;
  for (size_t b = 0; b < 30; ++b) unknown += batch.target.token(b, 1) == kNoToken;
  CHECK(unknown > 5);
  CHECK(unknown < 30);
  std::erase(known.said, "ape");
  CHECK_THROWS_AS(small_mosaic(1, 1, std::make_shared<const Corpus>(known)), InputError);
}

TEST_CASE("mosaic: a person asks with a PNG file as large as the canvas") {
  const MosaicTask task = small_mosaic();
  const TestFolder folder;
  Batch batch;
  const std::string other = folder.write("other.png", png_bytes(std::vector<uint8_t>(6), 2, 3)).string();
  CHECK_THROWS_WITH(task.ask(other, batch), other + ": got 2×3 pixels; 12×12, as task.canvas has, are needed");
  CHECK_THROWS_WITH(task.ask("what is this", batch),
                    "what is this: cannot be read (No such file or directory); a PNG file is needed");
  std::vector<uint8_t> pixels(144);
  pixels[25] = 51;
  CHECK(task.ask(folder.write("asked.png", png_bytes(pixels, 12, 12)).string(), batch).empty());
  CHECK(batch.inputs[0].at(0, 0)[25] == Real(0.2));
  CHECK(batch.answers() == 0);
}

TEST_CASE("mosaic: limits that are reversed and a canvas without room are refused") {
  CHECK_THROWS_WITH(small_mosaic(3, 2), "task.min-items: got 3; at most task.max-items (2) is needed");
  CHECK_THROWS_WITH(
      MosaicTask({"mine", 8}, std::make_shared<const MarkedPictures>(30)),
      "task.canvas: got 8; at least 9 is needed, so that items of 4×3 pixels (mine) have room beside each "
      "other");
}

TEST_CASE("mosaic: an episode is shown, with its caption and its boxes") {
  const MosaicTask task = small_mosaic();
  const Batch batch = sampled(task, {1, Split::kShow, 0, 1}, {2});
  const std::string shown = task.show(batch, 0, nullptr);
  CHECK(std::count(shown.begin(), shown.end(), '\n') >= 6 + 1 + 2);
  CHECK(shown.find("target  a ") != shown.npos);
  CHECK(shown.find("box     ") != shown.npos);
}
