// A decoder's looks by location: from the first annotation on, step by step, against plain loops.

#include "models/looks/location_attention.hpp"

#include <catch2/catch.hpp>

#include <cmath>

#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/dot_similarity.hpp"
#include "autodiff/ops/ops.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kLocationWidth = 2, kSlots = 4, kShifts = 3, kItems = 2;
constexpr uint32_t kLengths[] = {4, 2};
// Of each item, column by column; beyond its length is what must not be read.
constexpr Real kAnnotations[kItems][kSlots][kLocationWidth] = {{{1, 0.5}, {-2, 1}, {3, -0.5}, {0.25, 2}},
                                                               {{0.5, 1}, {-1, 2}, {99, 99}, {99, 99}}};

/// The controls that every look is given, whatever its query.
struct Controls {
  Real key[kLocationWidth], gate, shift[kShifts], sharpening;
};

using Weights = std::vector<std::vector<Real>>;  // of each item

/// What a number of looks read by, worked out by the attention and shown as "weights".
std::vector<Weights> looked(const Controls& controls, size_t looks) {
  ParameterStore store(1);
  auto content =
      std::make_shared<ContentLookup>(std::make_unique<DotSimilarity>(), std::make_unique<SoftmaxNormaliser>(), false);
  const LocationAttention attention(Scope(store), {kShifts}, {kLocationWidth, 1},
                                    AnnotationLookup(Scope(store), content, kLocationWidth, false));
  const auto& entry = store.entries().front();
  REQUIRE(entry.name == "controls");
  REQUIRE(entry.rows == kLocationWidth + kShifts + 2);
  std::fill_n(store.data(entry), entry.size(), Real{0});
  Real* const biases = store.data(entry) + entry.rows;  // the last of two columns
  std::copy_n(controls.key, kLocationWidth, biases);
  biases[kLocationWidth] = controls.gate;
  std::copy_n(controls.shift, kShifts, biases + kLocationWidth + 1);
  biases[kLocationWidth + 1 + kShifts] = controls.sharpening;
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, kItems, testing::noise()};
  const Var annotations = tape.constant(kLocationWidth, kSlots, kItems, &kAnnotations[0][0][0]);
  State state = attention.begin(context, annotations, kLengths);
  std::vector<Weights> all;
  for (size_t t = 0; t < looks; ++t) {
    const auto [read, next] = attention.look(context, tape.filled(1, 1, kItems, 0), state);
    state = next;
    const Var last = state.after<AnnotationState>()[0];
    all.emplace_back();
    for (size_t b = 0; b < kItems; ++b) {
      const Real* const w = tape.value(last).item(b);
      all.back().emplace_back(w, w + kSlots);
      for (size_t r = 0; r < kLocationWidth; ++r) {
        Real expected = 0;
        for (size_t s = 0; s < kLengths[b]; ++s) expected += w[s] * kAnnotations[b][s][r];
        CHECK(tape.value(read).item(b)[r] == Approx(expected).margin(1e-9));
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("looks that only stay or move go on from the first annotation, each source round about by itself") {
  constexpr Real kFar = 40;  // through a sigmoid or softmax, all or nothing
  const struct {
    Real shift[kShifts];
    size_t at[3][kItems];  // the annotation of each look
  } cases[] = {{{0, kFar, 0}, {{0, 0}, {0, 0}, {0, 0}}},
               {{kFar, 0, 0}, {{1, 1}, {2, 0}, {3, 1}}},   // the kernel's first number moves ahead
               {{0, 0, kFar}, {{3, 1}, {2, 0}, {1, 1}}}};  // and its last one back
  for (const auto& one : cases) {
    const auto got = looked({{5, 5}, -kFar, {one.shift[0], one.shift[1], one.shift[2]}, 0}, 3);
    for (size_t t = 0; t < 3; ++t)
      for (size_t b = 0; b < kItems; ++b)
        for (size_t s = 0; s < kSlots; ++s) CHECK(got[t][b][s] == Approx(s == one.at[t][b] ? 1 : 0).margin(1e-9));
  }
}

TEST_CASE("a look is content, gate, shift and sharpening by plain loops") {
  const Controls controls{{0.3, -0.4}, 0.5, {0.8, 0.1, -0.6}, 0.4};
  const auto got = looked(controls, 3);
  const Real gate = 1 / (1 + std::exp(-controls.gate)), gamma = 1 + std::log(1 + std::exp(controls.sharpening));
  Real kernel[kShifts], kernel_sum = 0;
  for (size_t j = 0; j < kShifts; ++j) kernel_sum += kernel[j] = std::exp(controls.shift[j]);
  for (size_t b = 0; b < kItems; ++b) {
    const size_t length = kLengths[b];
    std::vector<Real> content(length), last(length), gated(length), moved(length);
    Real sum = 0;
    for (size_t s = 0; s < length; ++s)
      sum += content[s] = std::exp(controls.key[0] * kAnnotations[b][s][0] + controls.key[1] * kAnnotations[b][s][1]);
    last[0] = 1;
    for (size_t t = 0; t < 3; ++t) {
      for (size_t s = 0; s < length; ++s) gated[s] = gate * content[s] / sum + (1 - gate) * last[s];
      Real all = 0;
      for (size_t s = 0; s < length; ++s) {
        moved[s] = 0;
        for (size_t j = 0; j < kShifts; ++j) moved[s] += kernel[j] / kernel_sum * gated[(s + j + length - 1) % length];
        all += moved[s] = std::pow(moved[s], gamma);
      }
      for (size_t s = 0; s < length; ++s) {
        last[s] = moved[s] / all;
        CHECK(got[t][b][s] == Approx(last[s]).epsilon(1e-9));
      }
      for (size_t s = length; s < kSlots; ++s) CHECK(got[t][b][s] == 0);
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
