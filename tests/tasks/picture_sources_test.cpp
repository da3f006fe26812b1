// Sources of pictures: stored and generated.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/pictures/drawn_pictures.hpp"
#include "tasks/data/stored/stored_pictures.hpp"

using namespace tapehead;

namespace {

using Bytes = std::vector<uint8_t>;

/// That many pictures of two pixels, some of them repeated.
PictureSet numbered_pictures(size_t count, size_t published = 0) {
  PictureSet set{{1, 2, 1}, {"even", "odd"}, {}, {}, published};
  for (size_t i = 0; i < count; ++i) {
    const size_t picture = i % 7 == 0 ? 0 : i;
    set.pixels.push_back(static_cast<uint8_t>(picture % 251));
    set.pixels.push_back(static_cast<uint8_t>(picture / 251));
    set.labels.push_back(picture % 2);
  }
  return set;
}

std::vector<Bytes> all_of(const PictureSource& source, Part part) {
  std::vector<Bytes> all;
  for (size_t i = 0; i < source.count(part); ++i) {
    const Picture picture = source.picture(part, i, {});
    all.emplace_back(picture.pixels.begin(), picture.pixels.end());
  }
  return all;
}

Bytes picture_of(const PictureSource& source, Part part, uint64_t number, uint32_t* label = nullptr) {
  Bytes room(source.size().bytes(), 77);  // what was drawn before is gone
  const Picture picture = source.picture(part, number, room);
  if (label) *label = picture.label;
  return {picture.pixels.begin(), picture.pixels.end()};
}

constexpr Part kParts[] = {Part::kTrain, Part::kValidation, Part::kTest};

}  // namespace

TEST_CASE("stored pictures: parts have no picture in common, and all have one") {
  const StoredPictures source(numbered_pictures(2000), {0.1, 0.2}, "mine");
  std::set<Bytes> seen;
  size_t count = 0;
  for (const Part part : kParts) {
    const auto all = all_of(source, part);
    const std::set<Bytes> here(all.begin(), all.end());
    for (const Bytes& picture : here) CHECK(seen.insert(picture).second);
    count += all.size();
  }
  CHECK(count == 2000);
  CHECK(source.count(Part::kValidation) > 120);
  CHECK(source.count(Part::kValidation) < 500);  // the picture that is there often may be in it
  CHECK(source.count(Part::kTest) > 300);
  const Picture picture = source.picture(Part::kTest, 5, {});
  CHECK(picture.label == (picture.pixels[0] + 251u * picture.pixels[1]) % 2);
}

TEST_CASE("stored pictures: a published test set stays, and a larger share takes from training alone") {
  const StoredPictures few(numbered_pictures(1000, 100), {0.1, 0.5}, "mine"),
      more(numbered_pictures(1000, 100), {0.3, 0.5}, "mine");
  CHECK(few.count(Part::kTest) == 100);
  CHECK(all_of(few, Part::kTest) == all_of(more, Part::kTest));
  CHECK(few.count(Part::kTrain) + few.count(Part::kValidation) == 900);
  const auto validation = all_of(few, Part::kValidation), larger = all_of(more, Part::kValidation);
  CHECK(larger.size() > validation.size());
  for (const Bytes& picture : validation) CHECK(std::find(larger.begin(), larger.end(), picture) != larger.end());
  CHECK(few.fingerprint() == more.fingerprint());
  CHECK(few.fingerprint() != StoredPictures(numbered_pictures(999, 100), {0.1, 0.5}, "mine").fingerprint());
}

TEST_CASE("stored pictures: a part without one is refused") {
  CHECK_THROWS_WITH(StoredPictures(numbered_pictures(1), {0.001, 0.001}, "mine"),
                    "mine: got 1 picture, of which none is held out for validation; more pictures, or a greater share, "
                    "are needed");
}

TEST_CASE("drawn pictures: every class comes as often, whole, and bright enough") {
  for (const FigureSet* const figures : {&drawn_digits(), &drawn_shapes()}) {
    const DrawnPictures source(*figures);
    REQUIRE(source.names().size() == 10);
    std::vector<size_t> counts(10);
    constexpr uint64_t kDrawn = 3000;
    for (uint64_t number = 0; number < kDrawn; ++number) {
      uint32_t label = 99;
      const Bytes pixels = picture_of(source, Part::kTrain, number, &label);
      REQUIRE(label < 10);
      ++counts[label];
      CHECK(*std::max_element(pixels.begin(), pixels.end()) >= 100);
      CHECK(std::count_if(pixels.begin(), pixels.end(), [](uint8_t p) { return p > 60; }) >= 8);
      for (size_t i = 0; i < 28; ++i)  // nothing is cut off
        for (const size_t at : {i, 27 * 28 + i, i * 28, i * 28 + 27}) REQUIRE(pixels[at] == 0);
    }
    for (const size_t count : counts) CHECK(std::abs(static_cast<double>(count) - kDrawn / 10) < 5 * 17);
  }
}

TEST_CASE("drawn pictures: a number is a picture, in each part another one") {
  const DrawnPictures source(drawn_digits());
  std::set<Bytes> all;
  for (const Part part : kParts)
    for (uint64_t number = 0; number < 300; ++number) {
      const Bytes once = picture_of(source, part, number);
      CHECK(once == picture_of(source, part, number));
      CHECK(all.insert(once).second);
    }
  CHECK(source.count(Part::kTrain) == 0);
  CHECK(source.count(Part::kTest) == 10000);
}

TEST_CASE("ink: the smallest window with all that is bright, of any channel") {
  const auto window = [](const Bytes& pixels, PictureSize size) {
    const PixelWindow ink = ink_of({pixels, 0}, size);
    return std::vector<uint32_t>{ink.x, ink.y, ink.width, ink.height};
  };
  CHECK(window({0, 0, 0, 0, 0, 31, 32, 0, 0, 200, 0, 0}, {3, 4, 1}) == std::vector<uint32_t>{1, 1, 2, 2});
  CHECK(window({0, 0, 0, 0, 0, 31, 31, 0, 0, 9, 0, 0}, {3, 4, 1}) == std::vector<uint32_t>{0, 0, 4, 3});
  CHECK(window({0, 0, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0}, {2, 2, 3}) == std::vector<uint32_t>{1, 0, 1, 1});
}

TEST_CASE("drawing: an area has the brightness of what it covers") {
  const PictureSize size{4, 5, 1};
  Figure square;
  for (const Point point : {Point{1, 1}, Point{3.5f, 1}, Point{3.5f, 2.25f}, Point{1, 2.25f}}) {
    if (square.count == 0) square.add();
    square.outlines[0].add(point);
  }
  Bytes pixels(20, 0);
  fill(square, 200, size, pixels);
  CHECK(pixels == Bytes{0, 0,   0,   0,   0,  //
                        0, 200, 200, 100, 0,  //
                        0, 50,  50,  25,  0,  //
                        0, 0,   0,   0,   0});
  Figure triangle;  // of half the picture: the sum is its area, whatever pixels its edges cut
  for (const Point point : {Point{0.3f, 0.2f}, Point{4.8f, 1.7f}, Point{1.1f, 3.9f}}) {
    if (triangle.count == 0) triangle.add();
    triangle.outlines[0].add(point);
  }
  std::fill(pixels.begin(), pixels.end(), uint8_t{0});
  fill(triangle, 255, size, pixels);
  double sum = 0;
  for (const uint8_t pixel : pixels) sum += pixel / 255.0;
  const double area = 0.5 * std::abs((4.8 - 0.3) * (3.9 - 0.2) - (1.1 - 0.3) * (1.7 - 0.2));
  CHECK(sum == Approx(area).margin(0.03));
}

TEST_CASE("drawing: a stroke is as wide as twice its radius, with round ends") {
  const PictureSize size{9, 21, 1};
  Figure line;
  line.add().add({5.5f, 4.5f});
  line.outlines[0].add({15.5f, 4.5f});
  Bytes pixels(size.bytes(), 0);
  stroke(line, 1.5f, 240, size, pixels);
  for (size_t y = 0; y < 9; ++y)
    for (size_t x = 0; x < 21; ++x) {
      const double off = x < 5 ? 5.0 - static_cast<double>(x) : x > 15 ? static_cast<double>(x) - 15 : 0;
      const double far = std::hypot(off, static_cast<double>(y) - 4), share = std::clamp(2 - far, 0.0, 1.0);
      CHECK(std::abs(pixels[y * 21 + x] - 240 * share) <= 1);
    }
}
