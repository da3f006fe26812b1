#include "attention/scores/cosine.hpp"

#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const CheckedFunction kCosine = [](Tape&, In in) { return cosine(in[0], in[1]); };

}  // namespace

TEST_CASE("cosine is what plain loops give") {
  for (const size_t batch : {1, 3}) {
    const auto in = testing::drawn({{"memory", 6, 4}, {"keys", 4, 3}}, batch);
    const auto got = testing::run(kCosine, in);
    for (size_t b = 0; b < batch; ++b)
      for (size_t n = 0; n < 6; ++n)
        for (size_t h = 0; h < 3; ++h) {
          double dot = 0, slot = 0, key = 0;
          for (size_t w = 0; w < 4; ++w) {
            dot += testing::at(in[0], b, n, w) * testing::at(in[1], b, w, h);
            slot += std::pow(testing::at(in[0], b, n, w), 2);
            key += std::pow(testing::at(in[1], b, w, h), 2);
          }
          CHECK(got.value[(b * 3 + h) * 6 + n] ==
                Approx(dot / (std::sqrt(slot + 1e-8) * std::sqrt(key + 1e-8))).epsilon(1e-13));
        }
  }
}

TEST_CASE("cosine's fused gradient is that of its elementary ops") {
  const auto composed = [](Tape&, In in) {
    const Var slots = inverse_sqrt(shift(sum_columns(square(in[0])), kCosineEpsilon));
    const Var keys = inverse_sqrt(shift(sum_rows(square(in[1])), kCosineEpsilon));
    return multiply(multiply(matmul(in[0], in[1]), slots), keys);
  };
  for (const size_t heads : {1, 3}) {
    testing::check_twins(kCosine, composed, {{"memory", 7, 4}, {"keys", 4, heads}});
    testing::check_twins(kCosine, composed, {{"memory", 7, 4, 1e-6, 1e-6}, {"keys", 4, heads}});
    testing::check_twins(kCosine, composed, {{"memory", 7, 4, 0, 0}, {"keys", 4, heads, 0, 0}});
  }
}

TEST_CASE("cosine is zero at a zero slot, has a finite gradient there, and tells slots of 1e-6 apart") {
  const auto zero = testing::run(kCosine, testing::drawn({{"memory", 5, 3, 0, 0}, {"keys", 3, 2}}, 1));
  for (const Real y : zero.value) CHECK(y == 0);
  for (const Real d : zero.gradients[0]) CHECK(std::isfinite(d));
  const auto small = testing::run(kCosine, {{"memory", 2, 2, 1, {1e-6, -1e-6, 1e-6, 1e-6}}, {"key", 2, 1, 1, {1, 1}}});
  CHECK(small.value[0] > 0.01);
  CHECK(small.value[1] == 0);
}

TEST_CASE("cosine refuses keys of another length or batch") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var memory = tape.filled(6, 4, 2, 1);
  CHECK_THROWS_WITH(cosine(memory, tape.filled(3, 1, 2, 1)),
                    "cosine: got 6x4 (batch 2) and 3x1 (batch 2); a key needs one row for each column of the memory");
  CHECK_THROWS_AS(cosine(memory, tape.filled(4, 1, 1, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
