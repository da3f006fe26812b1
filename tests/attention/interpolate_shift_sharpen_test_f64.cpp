#include "attention/moves/interpolate_shift_sharpen.hpp"

#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

const CheckedFunction kAllStages = [](Tape&, In in) {
  return interpolate_shift_sharpen(in[0], in[1], in[2], in[3], in[4]);
};

std::vector<OpInput> stages(size_t slots, size_t heads, size_t taps) {
  return {{"content", slots, heads, 0.05, 0.4},
          {"previous", slots, heads, 0.05, 0.4},
          {"gate", 1, heads, 0, 1},
          {"kernel", taps, heads, 0.05, 0.6},
          {"sharpening", 1, heads, 1, 6}};
}

}  // namespace

TEST_CASE("interpolate_shift_sharpen is what plain loops of equations 7 to 9 give") {
  for (const size_t taps : {1, 3, 5, 9}) {
    const size_t slots = 6, heads = 2;
    const auto in = testing::drawn(stages(slots, heads, taps), 3);
    const auto got = testing::run(kAllStages, in);
    for (size_t b = 0; b < 3; ++b)
      for (size_t h = 0; h < heads; ++h) {
        std::vector<double> sharp(slots);
        double total = 0;
        for (size_t n = 0; n < slots; ++n) {
          double shifted = 0;
          for (size_t j = 0; j < taps; ++j) {
            const int by = static_cast<int>(taps / 2) - static_cast<int>(j);  // row 0 moves furthest ahead
            const auto from = static_cast<size_t>((static_cast<int>(n + 100 * slots) - by)) % slots;
            const double gate = testing::at(in[2], b, 0, h);
            const double mixed = gate * testing::at(in[0], b, from, h) + (1 - gate) * testing::at(in[1], b, from, h);
            shifted += testing::at(in[3], b, j, h) * mixed;
          }
          sharp[n] = std::pow(shifted, testing::at(in[4], b, 0, h));
          total += sharp[n];
        }
        for (size_t n = 0; n < slots; ++n)
          CHECK(got.value[(b * heads + h) * slots + n] == Approx(sharp[n] / total).epsilon(1e-9));
      }
  }
}

TEST_CASE("interpolate_shift_sharpen's fused gradient is that of its elementary ops") {
  const auto composed = [](Tape&, In in) {
    return sharpen(circular_convolution(mix(in[2], in[0], in[1]), in[3]), in[4]);
  };
  for (const size_t heads : {1, 3})
    for (const size_t taps : {1, 3, 9, 17}) testing::check_twins(kAllStages, composed, stages(7, heads, taps));
  testing::check_twins(kAllStages, composed, stages(1, 2, 3));
}

TEST_CASE("interpolate_shift_sharpen and sharpen stay finite where weights are exactly zero") {
  const std::vector<CheckedInput> in = {{"content", 5, 1, 1, {0, 0, 1, 0, 0}},
                                        {"previous", 5, 1, 1, {0, 0, 1, 0, 0}},
                                        {"gate", 1, 1, 1, {0.5}},
                                        {"kernel", 3, 1, 1, {1, 0, 0}},
                                        {"sharpening", 1, 1, 1, {20}}};
  const auto moved = testing::run(kAllStages, in);
  CHECK(moved.value[3] == Approx(1));  // kernel row 0: one slot ahead
  for (const auto& gradient : moved.gradients)
    for (const Real d : gradient) CHECK(std::isfinite(d));
  const auto alone = testing::run([](Tape&, In x) { return sharpen(x[0], x[1]); }, {in[0], in[4]});
  CHECK(alone.value[2] == Approx(1));
  for (const Real d : alone.gradients[0]) CHECK(std::isfinite(d));
}

TEST_CASE("sharpening does not underflow: a hundred thousand equal weights stay equal") {
  const size_t slots = 100000;
  const auto got =
      testing::run([](Tape&, In x) { return sharpen(x[0], x[1]); },
                   {{"weights", slots, 1, 1, std::vector<Real>(slots, 1e-5)}, {"sharpening", 1, 1, 1, {20}}});
  CHECK(got.value.front() == Approx(1e-5));
  CHECK(got.value.back() == Approx(1e-5));
}

TEST_CASE("interpolate_shift_sharpen refuses what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  const Var w = ones(6, 3), gate = ones(1, 3), kernel = ones(3, 3);
  CHECK_NOTHROW(interpolate_shift_sharpen(w, w, gate, kernel, gate));
  CHECK_THROWS_AS(interpolate_shift_sharpen(w, ones(6, 2), gate, kernel, gate), ShapeError);
  CHECK_THROWS_AS(interpolate_shift_sharpen(w, w, ones(3, 1), kernel, gate), ShapeError);
  CHECK_THROWS_AS(interpolate_shift_sharpen(w, w, gate, ones(2, 3), gate), ShapeError);
  CHECK_THROWS_AS(interpolate_shift_sharpen(w, w, gate, kernel, ones(1, 3, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
