#include "tasks/pictures/one_shot.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/pictures/drawn_characters.hpp"
#include "tasks/judges/instances_judge.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

/// Each picture identifies itself: class, instance and quarter as the brightness of its first pixels.
class TellingCharacters final : public CharacterSource {
 public:
  size_t count(Part part) const override { return part == Part::kTrain ? 30 : 10; }
  size_t instances() const override { return 12; }
  size_t instances(Part, uint64_t) const override { return 12; }
  uint64_t fingerprint() const override { return 7; }
  void draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
            std::span<uint8_t> pixels) const override {
    std::fill(pixels.begin(), pixels.end(), uint8_t{0});
    pixels[0] = static_cast<uint8_t>(number);
    pixels[1] = static_cast<uint8_t>(instance);
    pixels[2] = static_cast<uint8_t>(look.quarters);
    pixels[3] = static_cast<uint8_t>(part);
    pixels[4] = look.angle != 0 || look.x != 0 || look.y != 0;
  }
};

int byte_of(const Batch& batch, size_t b, size_t t, size_t i) {
  return static_cast<int>(std::lround(batch.input(b, t)[i] * 255));
}

}  // namespace

TEST_CASE("one-shot: each class as often as it is to come, by labels of the episode's own, that of the step before") {
  const OneShotTask task({4, 10, true}, std::make_shared<const TellingCharacters>(), "mine");
  REQUIRE(task.spec().features() == 404);
  REQUIRE(task.spec().outputs() == 4);
  std::map<std::pair<int, int>, std::set<uint32_t>> labels_of;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kEval}) {
    const Batch batch = sampled(task, {1, split, 0, 40}, {});
    REQUIRE(batch.steps() == 40);
    for (size_t b = 0; b < 40; ++b) {
      std::map<uint32_t, std::set<std::pair<int, int>>> classes;  // of a label
      std::map<uint32_t, std::set<int>> instances;
      for (size_t t = 0; t < 40; ++t) {
        const uint32_t label = batch.target.token(b, t);
        REQUIRE(label < 4);
        CHECK(*batch.scored(b, t) == 1);
        const std::pair one{byte_of(batch, b, t, 0), byte_of(batch, b, t, 2)};
        classes[label].insert(one);
        CHECK(instances[label].insert(byte_of(batch, b, t, 1)).second);
        CHECK(byte_of(batch, b, t, 3) == static_cast<int>(part_of(split)));
        CHECK((byte_of(batch, b, t, 4) == 1) == (split == Split::kTrain));
        for (uint32_t l = 0; l < 4; ++l)
          CHECK(batch.input(b, t)[400 + l] == (t > 0 && batch.target.token(b, t - 1) == l ? 1 : 0));
        labels_of[one].insert(label);
      }
      std::set<std::pair<int, int>> all;
      for (const auto& [label, of] : classes) {
        CHECK(of.size() == 1);
        all.insert(of.begin(), of.end());
        CHECK(instances[label].size() == 10);
      }
      CHECK(all.size() == 4);
    }
  }
  CHECK(std::any_of(labels_of.begin(), labels_of.end(), [](const auto& one) { return one.second.size() == 4; }));
}

TEST_CASE("one-shot: more classes or instances than there are, are refused") {
  const auto source = std::make_shared<const TellingCharacters>();
  CHECK_THROWS_WITH(OneShotTask({5, 13, true}, source, "mine"),
                    "task.instances: got 13; at most 12, as many as mine has of each class, are needed");
  CHECK_THROWS_WITH(OneShotTask({41, 10, true}, source, "mine"),
                    "task.classes: got 41; at most 40, as many as there are in the smallest part of mine with all that "
                    "are turned, are needed");
}

TEST_CASE("one-shot: accuracy is by how often a class was asked for") {
  const OneShotTask task({2, 3, false}, std::make_shared<const TellingCharacters>(), "mine");
  const Batch batch = sampled(task, {1, Split::kEval, 0, 1}, {});
  std::vector<uint32_t> steps{0, 1, 2, 3, 4, 5};
  std::vector<Real> logits(2 * 6, 0);
  std::map<uint32_t, size_t> seen;
  for (size_t t = 0; t < 6; ++t) {  // wrong the first time, right the second, label 1 alone right the third
    const uint32_t right = batch.target.token(0, t);
    const size_t instance = seen[right]++;
    logits[2 * t + (instance == 1 || (instance == 2 && right == 1) ? right : 1 - right)] = 3;
  }
  InstancesJudge one(3), all(3);
  one.mark({batch, 0, {logits.data(), 2, 6, 1, 2, 12}, steps, 1.5});
  all.add(one);
  all.add(one);
  const Score score = all.score();
  CHECK(score.value("accuracy_1st") == 0);
  CHECK(score.value("accuracy_2nd") == 100);
  CHECK(score.value("accuracy_3rd") == 50);
  CHECK(score.value("error") == 50);
  CHECK(score.episodes == 2);
}

TEST_CASE("drawn characters: instances of a class are alike, those of others are not, and parts have their own") {
  const DrawnCharacters source;
  const auto picture = [&](Part part, uint64_t number, size_t instance, CharacterLook look = {}) {
    std::vector<uint8_t> pixels(kCharacterSize.bytes());
    source.draw(part, number, instance, look, pixels);
    return pixels;
  };
  const auto far = [](const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
    return sum;
  };
  size_t nearer = 0;
  for (uint64_t k = 0; k < 50; ++k) {
    const auto one = picture(Part::kTrain, k, 0);
    CHECK(one == picture(Part::kTrain, k, 0));
    CHECK(one != picture(Part::kTest, k, 0));
    CHECK(one != picture(Part::kTrain, k, 1));
    nearer += far(one, picture(Part::kTrain, k, 1)) < far(one, picture(Part::kTrain, k + 50, 0));
    size_t ink = 0;
    for (const uint8_t pixel : one) ink += pixel > 128;
    CHECK(ink > 10);
    CHECK(ink < 250);
    const auto turned = picture(Part::kTrain, k, 0, {1});
    std::vector<uint8_t> by_hand(one.size());
    for (size_t y = 0; y < 20; ++y)
      for (size_t x = 0; x < 20; ++x) by_hand[x * 20 + (19 - y)] = one[y * 20 + x];
    CHECK(far(turned, by_hand) < 255);  // to rounding
  }
  CHECK(nearer > 44);
}
