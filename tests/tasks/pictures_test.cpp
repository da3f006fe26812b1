#include "tasks/pictures/pictures.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/pictures/drawn_pictures.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/marked_pictures.hpp"

using namespace tapehead;
using testing::sampled;

namespace {

KnownPictures marked(size_t train = 30) { return std::make_shared<const MarkedPictures>(train); }

PicturesTask on_canvas(uint32_t pieces, size_t train = 30, uint32_t piece = 2) {
  return PicturesTask({"mine", 9, pieces, piece}, marked(train));
}

int byte_at(const Batch& batch, size_t episode, size_t x, size_t y) {
  const Real value = batch.inputs[0].at(episode, 0)[y * batch.inputs[0].shape.layout.width + x];
  return static_cast<int>(std::lround(value * 255));
}

bool is_within(const Box& box, size_t x, size_t y) {
  const auto h = static_cast<float>(x), v = static_cast<float>(y);
  return h >= box.left && h + 1 <= box.right && v >= box.top && v + 1 <= box.bottom;
}

}  // namespace

TEST_CASE("pictures: without a canvas a picture is as it is, and training goes through all of them") {
  const PicturesTask task({"mine"}, marked());
  const Spec spec = task.spec();
  CHECK(spec.input().layout == Layout{4, 3, 1});
  CHECK(spec.outputs() == 3);
  CHECK(spec.epoch == 30);
  CHECK(spec.corpus->said == std::vector<std::string>{"cat", "hot dog", "ape"});
  const Batch batch = sampled(task, {}, 30);
  CHECK(batch.boxes.empty());
  std::set<std::vector<Real>> seen;
  for (size_t b = 0; b < 30; ++b) {
    CHECK(MarkedPictures::class_of(byte_at(batch, b, 0, 0)) == batch.target.token(b, 0));
    seen.insert({batch.inputs[0].at(b, 0), batch.inputs[0].at(b, 0) + 12});
  }
  CHECK(seen.size() == 30);
  CHECK(task.episodes(Split::kValidation) == 8);
  CHECK(task.episodes(Split::kTest) == 12);
}

TEST_CASE("pictures: in training, and only there, they are moved and mirrored where that is asked for") {
  PicturesSettings settings{"mine"};
  const Batch still = sampled(PicturesTask(settings, marked()), {}, 400);
  settings.shift = 2;
  settings.mirror = true;
  const PicturesTask task(settings, marked());
  const Batch batch = sampled(task, {}, 400);
  constexpr int kWidth = 3, kHeight = 4;
  std::set<std::pair<int, int>> moves;
  size_t mirrored = 0;
  for (size_t b = 0; b < 400; ++b) {
    CHECK(batch.target.token(b, 0) == still.target.token(b, 0));
    size_t ways = 0;
    for (const bool flipped : {false, true})
      for (int across = -2; across <= 2; ++across)
        for (int down = -2; down <= 2; ++down) {
          bool same = true;
          for (int x = 0; x < kWidth; ++x)
            for (int y = 0; y < kHeight; ++y) {
              const int from_x = (flipped ? kWidth - 1 - x : x) - across, from_y = y - down;
              const bool within = from_x >= 0 && from_x < kWidth && from_y >= 0 && from_y < kHeight;
              const int expected =
                  within ? byte_at(still, b, static_cast<size_t>(from_x), static_cast<size_t>(from_y)) : 0;
              same = same && byte_at(batch, b, static_cast<size_t>(x), static_cast<size_t>(y)) == expected;
            }
          if (!same) continue;
          ++ways;
          moves.insert({across, down});
          if (across == 0 && down == 0) mirrored += flipped;
        }
    CHECK(ways >= 1);
  }
  CHECK(moves.size() == 25);
  CHECK(mirrored > 2);
  const auto held_out = [](const PicturesTask& of) {
    return sampled(of, {1, Split::kValidation, 0, 8}, {}).inputs[0].values;
  };
  CHECK(held_out(task) == held_out(PicturesTask({"mine"}, marked())));
}

TEST_CASE("pictures: on a canvas all of the item is in its box, and nothing else is anywhere") {
  const PicturesTask task = on_canvas(0);
  const Batch batch = sampled(task, {}, 600);
  REQUIRE(batch.boxes.size() == 600);
  std::set<std::pair<float, float>> places;
  for (size_t b = 0; b < 600; ++b) {
    const Box box = batch.boxes[b];
    CHECK(box.right - box.left == 3);
    CHECK(box.bottom - box.top == 4);
    places.insert({box.left, box.top});
    for (size_t y = 0; y < 9; ++y)
      for (size_t x = 0; x < 9; ++x) {
        const int byte = byte_at(batch, b, x, y);
        REQUIRE((byte > 0) == is_within(box, x, y));
        if (byte > 0) REQUIRE(MarkedPictures::class_of(byte) == batch.target.token(b, 0));
      }
  }
  CHECK(places.size() == 7 * 6);  // every place where it is whole
}

TEST_CASE("pictures: a box holds what can be seen of an item, and no more") {
  const auto source = std::make_shared<const DrawnPictures>(drawn_digits());
  const PicturesTask task({"digits", 60}, source);
  const Batch batch = sampled(task, {}, 50);
  for (size_t b = 0; b < 50; ++b) {
    float left = 60, right = 0, top = 60, bottom = 0;
    for (size_t y = 0; y < 60; ++y)
      for (size_t x = 0; x < 60; ++x) {
        if (byte_at(batch, b, x, y) < kInk) continue;
        const auto h = static_cast<float>(x), v = static_cast<float>(y);
        left = std::min(left, h), right = std::max(right, h + 1);
        top = std::min(top, v), bottom = std::max(bottom, v + 1);
      }
    CHECK(batch.boxes[b] == Box{left, top, right, bottom});
  }
}

TEST_CASE("pictures: pieces are of other pictures, of their size, anywhere, and what is brighter is seen") {
  constexpr size_t kDrawn = 400;
  const PicturesTask plain = on_canvas(0), cluttered = on_canvas(3);
  const Batch item = sampled(plain, {}, kDrawn), all = sampled(cluttered, {}, kDrawn);
  CHECK(item.boxes == all.boxes);
  CHECK(item.target.tokens == all.target.tokens);
  size_t pixels = 0, corners = 0;
  for (size_t b = 0; b < kDrawn; ++b) {
    size_t added = 0;
    for (size_t y = 0; y < 9; ++y)
      for (size_t x = 0; x < 9; ++x) {
        const int before = byte_at(item, b, x, y), after = byte_at(all, b, x, y);
        REQUIRE(after >= before);
        added += after != before;
      }
    CHECK(added <= 3 * 4);
    pixels += added;
    corners += byte_at(all, b, 0, 0) > 0;
  }
  CHECK(pixels > kDrawn * 6);
  CHECK(corners > kDrawn / 64);
  CHECK(corners < kDrawn / 6);
  CHECK(cluttered.eval_grid().at(0).at(0).values == "3,6,12");
  CHECK(plain.eval_grid().empty());
}

TEST_CASE("pictures: what is held out is the same whatever the seed is; training is not, endless or not") {
  for (const size_t train : {size_t{0}, size_t{30}}) {
    const PicturesTask task = on_canvas(2, train);
    for (const Split split : {Split::kValidation, Split::kFinal, Split::kEval, Split::kTest}) {
      const Batch one = sampled(task, {1, split, 0, 6}, {}), other = sampled(task, {9, split, 0, 6}, {});
      CHECK(one.inputs[0].values == other.inputs[0].values);
    }
    CHECK(sampled(task, {1, Split::kEval, 0, 6}, {}).boxes == sampled(task, {1, Split::kTest, 0, 6}, {}).boxes);
    const Batch one = sampled(task, {1, Split::kTrain, 0, 6}, {}), other = sampled(task, {9, Split::kTrain, 0, 6}, {});
    CHECK(one.inputs[0].values != other.inputs[0].values);
    // An epoch later the same picture is elsewhere.
    if (train > 0)
      CHECK(sampled(task, {1, Split::kTrain, 0, 30}, {}).boxes != sampled(task, {1, Split::kTrain, 30, 30}, {}).boxes);
  }
}

TEST_CASE("pictures: classes are numbered as a known corpus has them, and one that it lacks is wrong") {
  Corpus known;
  known.said = {"ape", "cow", "cat"};
  const PicturesTask own({"mine"}, marked()), task({"mine"}, marked(), std::make_shared<const Corpus>(known));
  CHECK(task.spec().outputs() == 3);
  const Batch here = sampled(own, {}, 30), there = sampled(task, {}, 30);
  constexpr uint32_t kMoved[] = {2, kNoToken, 0};
  for (size_t b = 0; b < 30; ++b) {
    CHECK(there.target.token(b, 0) == kMoved[here.target.token(b, 0)]);
    CHECK(*there.scored(b, 0) == 1);
  }
  known.said = {"cow"};
  CHECK_THROWS_WITH(PicturesTask({"mine"}, marked(), std::make_shared<const Corpus>(known)),
                    "mine: has no class that the trained model knows; pictures of what it was trained on are needed");
}

TEST_CASE("pictures: a canvas smaller than a picture, and a larger piece, are refused") {
  CHECK_THROWS_WITH(PicturesTask({"mine", 3}, marked()),
                    "task.canvas: got 3; at least 4, as large as the pictures of mine are, is needed");
  CHECK_THROWS_WITH(on_canvas(1, 30, 4),
                    "task.piece: got 4; at most 3, as large as the pictures of mine are, is needed");
}

TEST_CASE("pictures: an episode is shown, with what it is and where") {
  const PicturesTask task = on_canvas(0);
  const Batch batch = sampled(task, {1, Split::kShow, 0, 1}, {});
  const Real answers[] = {Real(0.25), Real(0.5), Real(0.25)};
  const std::string shown = task.show(batch, 0, answers);
  CHECK(std::count(shown.begin(), shown.end(), '\n') == 5 + 3);  // nine lines of pixels, two in each of the text
  CHECK(shown.find("class   cat\n") != shown.npos);
  CHECK(shown.find("box     x ") != shown.npos);
  CHECK(shown.ends_with("answer  hot dog (0.5)\n"));
}
