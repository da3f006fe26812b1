#include "models/encoders/patch_encoder.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <map>
#include <numeric>

#include "autodiff/base/error.hpp"
#include "models/encoders/classifier.hpp"
#include "models/encoders/convolution_encoder.hpp"
#include "tests/support/context.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/reversal.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Layout kPatched{6, 9, 2};
constexpr uint32_t kPatch = 3;
constexpr size_t kCells = 6, kClasses = 4;

struct PatchNet {
  ParameterStore store{5};
  std::unique_ptr<Classifier> model;

  PatchNet(Positions positions, Pooling pooling, size_t layers = 2, NormPlace norm = NormPlace::kPre) {
    PatchEncoderSettings p;
    p.size = 8;
    p.heads = 2;
    p.feedforward = 12;
    p.patch = kPatch;
    p.layers = layers;
    p.positions = positions;
    p.norm = norm;
    model = std::make_unique<Classifier>(
        store, Spec::of_pictures(kPatched, kClasses), ClassifierSettings{pooling, 0},
        [&](const Scope& scope, Layout x) { return std::make_unique<PatchEncoder>(scope, p, x); });
    testing::stir(store, Real(0.3));
  }
};

Batch pictures() {
  Batch batch;
  batch.resize(Spec::of_pictures(kPatched, kClasses), 1, 2);
  Stream stream(3, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(stream.uniform(0, 1));
  for (size_t b = 0; b < 2; ++b) batch.ask(b, 0, static_cast<uint32_t>(b));
  return batch;
}

/// The same pictures with their patches in another order.
Batch shuffled(const Batch& batch) {
  constexpr std::array<size_t, kCells> order = {4, 2, 0, 5, 3, 1};
  Batch other = batch;
  const size_t across = kPatched.width / kPatch, line = kPatch * kPatched.channels;
  const auto at = [&](size_t cell, size_t y) { return ((cell / across * kPatch + y) * across + cell % across) * line; };
  for (size_t b = 0; b < batch.episodes; ++b)
    for (size_t cell = 0; cell < kCells; ++cell)
      for (size_t y = 0; y < kPatch; ++y)
        std::copy_n(batch.input(b, 0) + at(order[cell], y), line, other.input(b, 0) + at(cell, y));
  return other;
}

std::vector<Real> logits_of(const PatchNet& net, const Batch& batch) {
  Tape tape;
  tape.begin(net.store, nullptr);
  return testing::numbers(net.model->run({tape, batch.episodes, testing::noise()}, batch, 0).logits);
}

/// The values shown, by name.
class Shown final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View& view) override {
    values.emplace(name, testing::numbers(value));
    views.emplace(name, view);
  }
  std::map<std::string, std::vector<Real>> values;
  std::map<std::string, View> views;
};

Shown watched(const PatchNet& net, const Batch& batch) {
  Shown shown;
  Tape tape;
  tape.begin(net.store, nullptr);
  tape.set_watcher(&shown);
  net.model->run({tape, batch.episodes, testing::noise()}, batch, 0);
  return shown;
}

}  // namespace

TEST_CASE("without positions a picture's class does not depend on the order of its patches, with them it does") {
  const Batch batch = pictures(), other = shuffled(batch);
  REQUIRE(batch.inputs[0].values != other.inputs[0].values);
  for (const Pooling pooling : {Pooling::kSummary, Pooling::kAttention})
    for (const NormPlace norm : {NormPlace::kPre, NormPlace::kPost})
      for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
        const PatchNet net(positions, pooling, 2, norm);
        const double change = testing::largest_difference(logits_of(net, batch), logits_of(net, other));
        INFO(change);
        if (positions == Positions::kNone)
          CHECK(change < 1e-12);
        else
          CHECK(change > 1e-3);
      }
}

TEST_CASE("the rollout is the product of the layers' attentions, each half the token itself") {
  const Batch batch = pictures();
  for (const Pooling pooling : {Pooling::kSummary, Pooling::kAttention}) {
    const Shown shown = watched(PatchNet(Positions::kLearned, pooling), batch);
    const auto& first = shown.values.at("encoder/layer-1/attention");
    const auto& second = shown.values.at("encoder/layer-2/attention");
    REQUIRE(first.size() == kCells * kCells * batch.episodes);
    for (size_t b = 0; b < batch.episodes; ++b) {
      const auto mixed = [&](const std::vector<Real>& layer, size_t key, size_t query) {
        return (layer[(b * kCells + query) * kCells + key] + (key == query ? 1 : 0)) / 2;
      };
      for (size_t cell = 0; cell < kCells; ++cell) {
        Real share = 0;
        for (size_t last = 0; last < kCells; ++last) {
          const Real pooled =
              pooling == Pooling::kSummary ? Real(1) / kCells : shown.values.at("pooling/weights")[b * kCells + last];
          for (size_t middle = 0; middle < kCells; ++middle)
            share += mixed(first, cell, middle) * mixed(second, middle, last) * pooled;
        }
        CHECK(shown.values.at("attention")[b * kCells + cell] == Approx(share).epsilon(1e-12));
      }
    }
    CHECK(std::string(shown.views.at("attention").rows) == "source");
    CHECK(shown.views.at("attention").across == kPatched.width / kPatch);
  }
}

TEST_CASE("of patches that do not look at each other all count alike, or as the look that pools them says") {
  const Batch batch = pictures();
  const Shown alike = watched(PatchNet(Positions::kNone, Pooling::kSummary, 0), batch);
  for (const Real share : alike.values.at("attention")) CHECK(share == Approx(1.0 / kCells));
  const Shown pooled = watched(PatchNet(Positions::kNone, Pooling::kAttention, 0), batch);
  CHECK(pooled.values.at("attention") == pooled.values.at("pooling/weights"));
}

TEST_CASE("waves tell a cell's line in the upper half of its numbers, and its place in the line in the lower") {
  ParameterStore store(1);
  const GridPositions positions(store, Positions::kSinusoidal, 7, {2, 3});
  Tape tape;
  tape.begin(store, nullptr);
  const auto codes = testing::numbers(positions.added_to(tape.filled(7, 6, 1, 0)));
  const Waves line(4), within(3);
  for (size_t cell = 0; cell < 6; ++cell) {
    std::array<Real, 7> right;
    line.put(static_cast<double>(cell / 3), right.data());
    within.put(static_cast<double>(cell % 3), right.data() + 4);
    for (size_t r = 0; r < 7; ++r) CHECK(codes[cell * 7 + r] == right[r]);
  }
}

TEST_CASE("an encoder of pictures says what it cannot read") {
  ParameterStore store(1);
  PatchEncoderSettings p;
  p.patch = 4;
  CHECK_THROWS_WITH(
      PatchEncoder(store, p, {6, 8, 1}),
      "encoder.patch: got 4 and pictures, or what a stem makes of them, of 6x8; a divisor of height and width "
      "is needed");
  p.stem = 2;
  CHECK_THROWS_WITH(
      PatchEncoder(store, p, {6, 8, 1}),
      "encoder.stem: got 2 layers of stride 2, and pictures of 6x8 pixels; strides that divide height and "
      "width at each layer are needed");
  CHECK_THROWS_WITH(PatchEncoder(store, p, {1, 1, 9}),
                    "encoder: got patches, which reads pictures, and a source of steps of 9 numbers or tokens; a task "
                    "of pictures is needed, such as fashion, without task.patch");
  CHECK_THROWS_WITH(
      ConvolutionEncoder(store, {}, {8, 6, 1}),
      "encoder.stride: got 2 layers of stride 2, and pictures of 8x6 pixels; strides that divide height and "
      "width at each layer are needed");
  CHECK_THROWS_AS(ConvolutionEncoder(store, {}, {1, 1, 9}), InputError);
}

TEST_CASE("one picture is read, not a film") {
  const PatchNet net(Positions::kNone, Pooling::kSummary);
  Batch batch = pictures();
  batch.inputs[0].resize(batch.inputs[0].shape, 2, 2);
  CHECK_THROWS_AS(logits_of(net, batch), ShapeError);
}

TEST_CASE("a classifier is asked once an episode") {
  ParameterStore store(1);
  const PatchNet net(Positions::kNone, Pooling::kSummary);
  Batch batch = pictures();
  batch.resize_target(batch.target.shape, 2);
  for (size_t b = 0; b < 2; ++b) batch.ask(b, b, 0);
  const auto both = logits_of(net, batch);  // one at the first step, one at the second
  CHECK(both.size() == 2 * 2 * kClasses);
  CHECK(std::equal(both.begin(), both.begin() + kClasses, both.begin() + kClasses));
  batch.ask(0, 1, 0);
  CHECK_THROWS_AS(logits_of(net, batch), InputError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
