#include "attention/windows/gaussian_window.hpp"

#include <algorithm>
#include <array>

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/softmax_column.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The filters along one axis: `side` filters over `extent` pixels, each with weights that sum to 1.
struct Filters {
  size_t side, extent;
  Real middle, stride, variance;

  size_t size() const { return side * extent; }
  /// i − side/2 + ½: the distance of filter i from the middle, in strides.
  Real strides(size_t i) const { return static_cast<Real>(i) - (static_cast<Real>(side) - 1) / 2; }
  Real distance(size_t i, size_t pixel) const {
    return static_cast<Real>(pixel) + Real(0.5) - (middle + strides(i) * stride);
  }

  void fill(Real* shares) const {
    for (size_t i = 0; i < side; ++i) {
      Real* const row = shares + i * extent;
      for (size_t a = 0; a < extent; ++a) {
        const Real away = distance(i, a);
        row[a] = -away * away / (2 * variance);
      }
      softmax_column(row, row, extent);
    }
  }

  /// The weights' gradient mapped to middle, stride and variance; `d` is overwritten.
  struct Back {
    Real middle = 0, stride = 0, variance = 0;
  };
  Back back(const Real* shares, Real* d) const {
    Back sums;
    for (size_t i = 0; i < side; ++i) {
      Real* const row = d + i * extent;
      softmax_column_back(shares + i * extent, row, extent, Real(1));
      Real moved = 0;
      for (size_t a = 0; a < extent; ++a) {
        const Real away = distance(i, a);
        moved += row[a] * away / variance;
        sums.variance += row[a] * away * away / (2 * variance * variance);
      }
      sums.middle += moved;
      sums.stride += moved * strides(i);
    }
    return sums;
  }
};

struct Both {
  Filters x, y;
};

Both filters(const PictureShape& shape, const Real* window, size_t side) {
  return {{side, shape.width, window[kMiddleX], window[kStride], window[kVariance]},
          {side, shape.height, window[kMiddleY], window[kStride], window[kVariance]}};
}

/// Numbers that are `step` apart, such as those of one channel.
template <class Number>
struct Strided {
  Number* first;
  size_t step = 1;
};

void add_strided(Strided<Real> to, Real factor, Strided<const Real> from, size_t count) {
#pragma GCC ivdep
  for (size_t i = 0; i < count; ++i) to.first[i * to.step] += factor * from.first[i * from.step];
}

Real strided_product(const Real* a, Strided<const Real> b, size_t count) {
  Real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t i = 0; i < count; ++i) sum += a[i] * b.first[i * b.step];
  return sum;
}

/// What the gradient needs of an item.
struct Kept {
  Real *x, *y;     // the filters' weights
  Real* lines;     // F_Y·picture: `side` lines as wide as the picture
  Real* unscaled;  // the window before the intensity is applied
};

}  // namespace

Var gaussian_window(Var picture, const PictureShape& shape, Var window, size_t side) {
  Tape& tape = *picture.tape;
  if (picture.rows != shape.size() || picture.cols != 1 || window.rows != kGaussianWindowRows || window.cols != 1 ||
      window.batch() != picture.batch())
    shapes_do_not_fit("gaussian_window", {picture, window}, "a picture as one column, and five numbers, are needed");
  const size_t channels = shape.channels, line = shape.width * channels, cells = side * side * channels;
  Var y = tape.make(cells, 1, picture.batch());
  const auto from = tape.value(picture), places = tape.value(window);
  const auto to = tape.fill(y);
  Kept* const kept = tape.keep<Kept>(to.batch);
  for (size_t b = 0; b < to.batch; ++b) {
    const Both both = filters(shape, places.item(b), side);
    kept[b] = {tape.keep<Real>(both.x.size()), tape.keep<Real>(both.y.size()), tape.keep<Real>(side * line),
               tape.keep<Real>(cells)};
    const auto [x_shares, y_shares, lines, unscaled] = kept[b];
    both.x.fill(x_shares);
    both.y.fill(y_shares);
    std::fill_n(lines, side * line, Real{0});
    for (size_t i = 0; i < side; ++i)
      for (size_t p = 0; p < shape.height; ++p)
        add_strided({lines + i * line}, y_shares[i * shape.height + p], {from.item(b) + p * line}, line);
    for (size_t i = 0; i < cells; ++i) {
      const size_t row = i / (side * channels), column = i / channels % side, c = i % channels;
      unscaled[i] = strided_product(x_shares + column * shape.width, {lines + row * line + c, channels}, shape.width);
    }
    const Real intensity = places.item(b)[kIntensity];
    for (size_t i = 0; i < cells; ++i) to.item(b)[i] = intensity * unscaled[i];
  }
  tape.tell([=, &tape] {
    const size_t weights = side * (shape.width + shape.height), wanted = tape.wants(window);
    const Work down = product_work(side, line, shape.height), across = product_work(cells, 1, shape.width);
    return OpWork{to.batch * (weights * (Work{7} + kSoftmaxWork) + down + across + cells * Work{1}),
                  to.batch * (across + cells * Work{1} + (tape.wants(picture) + wanted) * down +
                              wanted * (across + cells * Work{3} + weights * (Work{12} + kSoftmaxBackWork)))};
  });
  return tape.record(y, {picture, window}, [=] {
    Tape& t = *picture.tape;
    const auto dy = t.gradient(y), pictures = t.value(picture), where = t.value(window);
    const auto [dx, dw] = t.touch(std::array{picture, window});
    const size_t most = side * std::max(shape.width, shape.height);
    const size_t borrowed = side * line + most;
    Real* const d_lines = t.borrow(borrowed);
    Real* const d_shares = d_lines + side * line;
    for (size_t b = 0; b < dy.batch; ++b) {
      const auto [x_shares, y_shares, lines, unscaled] = kept[b];
      const Both both = filters(shape, where.item(b), side);
      const Real* const d = dy.item(b);
      const Real intensity = where.item(b)[kIntensity];
      std::fill_n(d_lines, side * line, Real{0});
      for (size_t i = 0; i < cells; ++i) {
        const size_t row = i / (side * channels), column = i / channels % side, c = i % channels;
        add_strided({d_lines + row * line + c, channels}, intensity * d[i], {x_shares + column * shape.width},
                    shape.width);
      }
      if (dx.data) {
        if (dx.fresh) std::fill_n(dx.item(b), dx.rows, Real{0});
        for (size_t i = 0; i < side; ++i)
          for (size_t p = 0; p < shape.height; ++p)
            add_strided({dx.item(b) + p * line}, y_shares[i * shape.height + p], {d_lines + i * line}, line);
      }
      if (!dw.data) continue;
      std::fill_n(d_shares, both.x.size(), Real{0});
      for (size_t i = 0; i < cells; ++i) {
        const size_t row = i / (side * channels), column = i / channels % side, c = i % channels;
        add_strided({d_shares + column * shape.width}, intensity * d[i], {lines + row * line + c, channels},
                    shape.width);
      }
      const Filters::Back across = both.x.back(x_shares, d_shares);
      for (size_t i = 0; i < side; ++i)
        for (size_t p = 0; p < shape.height; ++p)
          d_shares[i * shape.height + p] = strided_product(d_lines + i * line, {pictures.item(b) + p * line}, line);
      const Filters::Back down = both.y.back(y_shares, d_shares);
      const Real own[] = {across.middle, down.middle, across.stride + down.stride, across.variance + down.variance,
                          strided_product(d, {unscaled}, cells)};
      for (size_t r = 0; r < kGaussianWindowRows; ++r) dw.item(b)[r] = (dw.fresh ? 0 : dw.item(b)[r]) + own[r];
    }
    t.give_back(d_lines, borrowed);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
