#include <array>
#include <cmath>
#include <functional>

#include "attention/scores/additive.hpp"
#include "attention/scores/additive_similarity.hpp"
#include "attention/scores/dot_similarity.hpp"
#include "attention/scores/general_similarity.hpp"
#include "attention/scores/negative_distance.hpp"
#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using testing::at;

constexpr size_t kSlots = 21, kWidth = 4, kHeads = 3;  // slots for two registers and some left over
const std::vector<OpInput> kMemoryAndKeys = {{"memory", kSlots, kWidth}, {"keys", kWidth, kHeads}};

/// The scores that a similarity gives for drawn memories and keys with those parameters.
std::vector<Real> scores(const Similarity& similarity, const ParameterStore& store,
                         const std::vector<CheckedInput>& in) {
  Tape tape;
  tape.begin(store, nullptr);
  const auto given = [&](const CheckedInput& x) { return tape.constant(x.rows, x.cols, x.batch, x.values.data()); };
  const Var y = similarity.scores(given(in[0]), given(in[1]));
  CHECK(y.rows == in[0].rows);
  CHECK(y.cols == in[1].cols);
  return testing::numbers(y);
}

/// Each score equals `right` of its slot and its key.
void check_scores(const Similarity& similarity, const ParameterStore& store,
                  const std::function<double(const std::vector<double>&, const std::vector<double>&)>& right) {
  for (const size_t batch : {1, 3}) {
    const auto in = testing::drawn(kMemoryAndKeys, batch);
    const auto got = scores(similarity, store, in);
    for (size_t b = 0; b < batch; ++b)
      for (size_t n = 0; n < kSlots; ++n)
        for (size_t h = 0; h < kHeads; ++h) {
          std::vector<double> slot, key;
          for (size_t w = 0; w < kWidth; ++w) {
            slot.push_back(at(in[0], b, n, w));
            key.push_back(at(in[1], b, w, h));
          }
          CHECK(got[(b * kHeads + h) * kSlots + n] == Approx(right(slot, key)).epsilon(1e-12).margin(1e-13));
        }
  }
}

/// Element (r, c) of a parameter of that name, after all were moved off their initial values.
std::function<double(const char*, size_t, size_t)> moved(ParameterStore& store) {
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (Real& v : store.values()) v = stream.uniform(-1, 1);
  return [&store](const char* name, size_t r, size_t c) -> double {
    for (const auto& e : store.entries())
      if (e.name == name) return store.data(e)[c * e.rows + r];
    FAIL("no parameter " << name);
    return 0;
  };
}

const ParameterStore kNone(0);

}  // namespace

TEST_CASE("the dot product, also over the square root of the width, is what plain loops give") {
  const auto product = [](const auto& slot, const auto& key) {
    double total = 0;
    for (size_t w = 0; w < kWidth; ++w) total += slot[w] * key[w];
    return total;
  };
  check_scores(DotSimilarity(), kNone, product);
  check_scores(ScaledDotSimilarity(), kNone, [=](const auto& slot, const auto& key) { return product(slot, key) / 2; });
}

TEST_CASE("general similarity is what plain loops give, and starts as the dot product") {
  ParameterStore store(1);
  const GeneralSimilarity general(store, {kWidth, kWidth});
  const auto in = testing::drawn(kMemoryAndKeys, 2);
  testing::check_close(scores(general, store, in), scores(DotSimilarity(), kNone, in), "at first");
  const auto weight = moved(store);
  check_scores(general, store, [&](const auto& slot, const auto& key) {
    double total = 0;
    for (size_t i = 0; i < kWidth; ++i)
      for (size_t j = 0; j < kWidth; ++j) total += slot[i] * weight("weights", i, j) * key[j];
    return total;
  });
}

TEST_CASE("additive similarity is what plain loops give") {
  constexpr size_t kSize = 5;
  ParameterStore store(1);
  const AdditiveSimilarity additive(store, {kWidth, kWidth}, kSize);
  const auto weight = moved(store);
  check_scores(additive, store, [&](const auto& slot, const auto& key) {
    double total = 0;
    for (size_t s = 0; s < kSize; ++s) {
      double inside = 0;
      for (size_t w = 0; w < kWidth; ++w)
        inside += weight("slot-weights", w, s) * slot[w] + weight("key-weights", w, s) * key[w];
      total += weight("score-weights", s, 0) * std::tanh(inside);
    }
    return total;
  });
}

TEST_CASE("additive similarity does not start the same for all hidden units") {
  ParameterStore store(1);
  const AdditiveSimilarity additive(store, {kWidth, kWidth}, 2);
  for (const auto& e : store.entries()) {
    INFO(e.name);
    const Real* v = store.data(e);
    CHECK(v[0] != v[e.size() - 1]);
    for (size_t i = 0; i < e.size(); ++i) CHECK(std::abs(v[i]) <= std::sqrt(2));
  }
}

TEST_CASE("negative distance is what plain loops give, 0 at the equal slot and lower elsewhere") {
  check_scores(NegativeDistanceSimilarity(), kNone, [](const auto& slot, const auto& key) {
    double total = 0;
    for (size_t w = 0; w < kWidth; ++w) total -= std::pow(slot[w] - key[w], 2);
    return total;
  });
  auto in = testing::drawn({{"memory", kSlots, kWidth}, {"keys", kWidth, 1}}, 1);
  for (size_t w = 0; w < kWidth; ++w) in[1].values[w] = in[0].values[w * kSlots + 17];
  const auto got = scores(NegativeDistanceSimilarity(), kNone, in);
  for (size_t n = 0; n < kSlots; ++n)
    if (n == 17)
      CHECK(got[n] == 0);
    else
      CHECK(got[n] < 0);
}

TEST_CASE("fused scores have the gradients of their elementary ops") {
  const auto composed_distance = [](Tape&, In in) {
    std::vector<Var> heads;
    for (size_t h = 0; h < in[1].cols; ++h)
      heads.push_back(negate(sum_columns(square(subtract(in[0], reshape(columns(in[1], h, 1), 1, in[1].rows))))));
    return beside(heads);
  };
  const auto composed_additive = [](Tape&, In in) {
    std::vector<Var> heads;
    for (size_t h = 0; h < in[1].cols; ++h)
      heads.push_back(matmul(tanh(add(in[0], reshape(columns(in[1], h, 1), 1, in[1].rows))), in[2]));
    return beside(heads);
  };
  for (const size_t slots : {1, 7, 21})
    for (const size_t heads : {1, 3}) {
      testing::check_twins([](Tape&, In in) { return negative_distance(in[0], in[1]); }, composed_distance,
                           {{"memory", slots, 4}, {"keys", 4, heads}});
      testing::check_twins([](Tape&, In in) { return additive(in[0], in[1], in[2]); }, composed_additive,
                           {{"slots", slots, 4}, {"keys", 4, heads}, {"weights", 4, 1, -1, 1, 0, 0, true}});
    }
}

TEST_CASE("scores refuse what does not fit") {
  Tape tape;
  tape.begin(kNone, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  CHECK_THROWS_WITH(negative_distance(ones(6, 4), ones(3, 1)),
                    "negative_distance: got 6x4 (batch 2) and 3x1 (batch 2); a key needs one row for each column of "
                    "the memory");
  CHECK_THROWS_AS(negative_distance(ones(6, 4), ones(4, 1, 1)), ShapeError);
  CHECK_NOTHROW(additive(ones(6, 4), ones(4, 2), ones(4, 1, 1)));
  CHECK_THROWS_AS(additive(ones(6, 4), ones(3, 2), ones(4, 1, 1)), ShapeError);
  CHECK_THROWS_AS(additive(ones(6, 4), ones(4, 2), ones(3, 1, 1)), ShapeError);
  CHECK_THROWS_AS(additive(ones(6, 4), ones(4, 2), ones(4, 2, 1)), ShapeError);
  CHECK_THROWS_AS(additive(ones(6, 4), ones(4, 2, 1), ones(4, 1, 1)), ShapeError);
  CHECK_THROWS_AS(additive(ones(6, 4), ones(4, 2), ones(4, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
