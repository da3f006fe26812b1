#include "autodiff/ops/convolution.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;

/// Number (y, x, c) of a picture, 0 beyond its edges; and its index, none beyond them.
long place(const ConvolutionShape& s, long y, long x, long c) {
  const bool inside = y >= 0 && x >= 0 && y < static_cast<long>(s.height) && x < static_cast<long>(s.width);
  return inside ? (y * s.width + x) * s.channels + c : -1;
}

/// Calls each(output, its index, weight, its column, number or -1) for all products of a convolution of one item.
template <class Each>
void each_product(const ConvolutionShape& s, size_t out, Each each) {
  for (size_t o = 0; o < out; ++o)
    for (size_t i = 0; i < s.high(); ++i)
      for (size_t j = 0; j < s.across(); ++j)
        for (size_t ky = 0; ky < s.kernel; ++ky)
          for (size_t kx = 0; kx < s.kernel; ++kx)
            for (size_t c = 0; c < s.channels; ++c)
              each((i * s.across() + j) * out + o, ((ky * s.kernel + kx) * s.channels + c) * out + o,
                   place(s, static_cast<long>(i * s.stride + ky) - s.padding,
                         static_cast<long>(j * s.stride + kx) - s.padding, static_cast<long>(c)));
}

void check_by_loops(const ConvolutionShape& s, size_t out, Rectified rectified) {
  INFO(s.height << "x" << s.width << "x" << s.channels << ", " << s.kernel << ", " << s.stride << ", " << s.padding);
  constexpr size_t kBatch = 2;
  const size_t picture = s.pixels() * s.channels, cells = s.cells() * out;
  const auto inputs = testing::drawn({{"weights", out, s.window() + 1, -1, 1, 0, 0, true}, {"x", picture, 1}}, kBatch);
  const auto& [weights, x] = std::pair(inputs[0], inputs[1]);
  const auto got = testing::run([&](Tape&, In in) { return convolution(in[0], in[1], s, rectified); }, {weights, x});
  std::vector<Real> value(kBatch * cells), dw(weights.values.size()), dx(x.values.size());
  for (size_t b = 0; b < kBatch; ++b) {
    for (size_t i = 0; i < cells; ++i) value[b * cells + i] = weights.values[s.window() * out + i % out];
    each_product(s, out, [&](size_t to, size_t w, long from) {
      if (from >= 0) value[b * cells + to] += weights.values[w] * x.values[b * picture + static_cast<size_t>(from)];
    });
  }
  const auto weigh = [&](size_t i) {  // Σ weights ∘ value, the weights being 1, 2, 3 …
    return rectified == Rectified::kYes && value[i] <= 0 ? 0 : static_cast<Real>(i + 1);
  };
  for (size_t b = 0; b < kBatch; ++b) {
    for (size_t i = 0; i < cells; ++i) dw[s.window() * out + i % out] += weigh(b * cells + i);
    each_product(s, out, [&](size_t to, size_t w, long from) {
      if (from < 0) return;
      const size_t at = b * picture + static_cast<size_t>(from);
      dw[w] += weigh(b * cells + to) * x.values[at];
      dx[at] += weigh(b * cells + to) * weights.values[w];
    });
  }
  if (rectified == Rectified::kYes)
    for (Real& v : value) v = std::max(v, Real{0});
  testing::check_close(got.value, value, "value");
  testing::check_close(got.gradients[0], dw, "weights");
  testing::check_close(got.gradients[1], dx, "picture");
}

}  // namespace

TEST_CASE("convolution is a sum over the window, where the window is") {
  for (const Rectified rectified : {Rectified::kNo, Rectified::kYes}) {
    check_by_loops({4, 5, 2, 3, 1, 1}, 3, rectified);
    check_by_loops({7, 6, 1, 5, 1, 2}, 2, rectified);
    check_by_loops({9, 8, 3, 3, 2, 1}, 4, rectified);
    check_by_loops({8, 6, 2, 2, 2, 0}, 5, rectified);
    check_by_loops({8, 6, 3, 4, 2, 1}, 2, rectified);
    check_by_loops({7, 5, 2, 2, 3, 1}, 3, rectified);  // pixels in no window
    check_by_loops({2, 2, 1, 5, 1, 2}, 2, rectified);  // a window larger than the picture, not than its frame
  }
}

TEST_CASE("convolution says what does not fit") {
  ParameterStore store(1);
  Tape tape;
  tape.begin(store, nullptr);
  const auto of = [&](size_t columns, size_t numbers, const ConvolutionShape& shape) {
    return convolution(tape.filled(2, columns, 1, 1), tape.filled(numbers, 1, 1, 1), shape);
  };
  CHECK(of(10, 12, {3, 4, 1, 3}).size() == 4);
  CHECK_THROWS_AS(of(9, 12, {3, 4, 1, 3}), ShapeError);
  CHECK_THROWS_AS(of(10, 11, {3, 4, 1, 3}), ShapeError);
  CHECK_THROWS_AS(of(17, 12, {3, 4, 1, 4}), ShapeError);
  CHECK_THROWS_AS(of(10, 12, {3, 4, 1, 3, 0}), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
