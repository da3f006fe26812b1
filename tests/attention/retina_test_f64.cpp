#include "attention/windows/retina.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

constexpr PictureShape kShape{7, 9, 2};

CheckedFunction looks(size_t side, size_t scales) {
  return [=](Tape&, In in) { return retina(in[0], kShape, in[1], side, scales); };
}

/// A pixel, 0 outside the picture.
double pixel(const CheckedInput& picture, size_t b, long y, long x, size_t c) {
  if (y < 0 || x < 0 || y >= static_cast<long>(kShape.height) || x >= static_cast<long>(kShape.width)) return 0;
  return testing::at(picture, b, (static_cast<size_t>(y) * kShape.width + static_cast<size_t>(x)) * 2 + c, 0);
}

}  // namespace

TEST_CASE("a retina is what plain loops give, inside and over the edge") {
  for (const size_t side : {1, 2, 3})
    for (const size_t scales : {1, 3}) {
      const auto in = testing::drawn({{"picture", 126, 1}, {"places", 2, 4, -1.2, 1.2, 0, 0, false, false}}, 3);
      const auto got = testing::run(looks(side, scales), in);
      REQUIRE(got.rows == scales * side * side * 2);
      REQUIRE(got.cols == 4);
      size_t at = 0;
      for (size_t b = 0; b < 3; ++b)
        for (size_t n = 0; n < 4; ++n)
          for (size_t s = 0; s < scales; ++s) {
            const long block = 1L << s, span = static_cast<long>(side) * block;
            const long left = first_pixel(testing::at(in[1], b, 0, n), 9, static_cast<size_t>(span)),
                       top = first_pixel(testing::at(in[1], b, 1, n), 7, static_cast<size_t>(span));
            for (long i = 0; i < static_cast<long>(side); ++i)
              for (long j = 0; j < static_cast<long>(side); ++j)
                for (size_t c = 0; c < 2; ++c, ++at) {
                  double total = 0;
                  for (long y = 0; y < block; ++y)
                    for (long x = 0; x < block; ++x)
                      total += pixel(in[0], b, top + i * block + y, left + j * block + x, c);
                  REQUIRE(got.value[at] == Approx(total / static_cast<double>(block * block)).margin(1e-13));
                }
          }
    }
}

TEST_CASE("a window lies about its place, on whole pixels") {
  CHECK(first_pixel(0, 28, 8) == 10);   // the middle
  CHECK(first_pixel(-1, 28, 8) == -4);  // half of it outside
  CHECK(first_pixel(1, 28, 8) == 24);
  CHECK(first_pixel(-7, 28, 8) == -4);  // beyond the edge is the edge
  CHECK(first_pixel(0, 28, 3) == 13);   // the pixel after the middle, where there are two
  CHECK(first_pixel(Real(0.05), 28, 8) == 11);
  CHECK(first_pixel(std::numeric_limits<Real>::quiet_NaN(), 28, 8) == -4);
}

TEST_CASE("a retina refuses a picture or places of other shapes") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Var places = tape.filled(2, 1, 1, 0);
  CHECK_THROWS_WITH(
      retina(tape.filled(125, 1, 1, 0), kShape, places, 2, 1),
      "retina: got 125x1 (batch 1) and 2x1 (batch 1); a picture as one column, and x and y of each look, are needed");
  CHECK_THROWS_AS(retina(tape.filled(126, 1, 2, 0), kShape, places, 2, 1), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
