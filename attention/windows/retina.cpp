#include "attention/windows/retina.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// One window over one picture: side×side cells of 2ˢ×2ˢ pixels, where s is its scale.
struct Patch {
  PictureShape shape;
  long left, top;  // its first pixel, possibly outside of the picture
  size_t side, scale;

  size_t span() const { return side << scale; }
  Real share() const { return Real(1) / static_cast<Real>(size_t{1} << 2 * scale); }

  /// The range of its pixel columns that lie within the picture, counted from the window's first column.
  std::pair<size_t, size_t> columns() const {
    const long width = static_cast<long>(shape.width), far = static_cast<long>(span());
    return {static_cast<size_t>(std::clamp(-left, 0L, far)), static_cast<size_t>(std::clamp(width - left, 0L, far))};
  }
  /// Its pixels that lie within the picture.
  size_t seen() const {
    const auto [from, end] = columns();
    const auto lines = Patch{{shape.width, shape.height, 1}, top, left, side, scale}.columns();
    return (end - from) * (lines.second - lines.first);
  }
  /// Calls body(cell row, numbers of the picture's line from window column `from` on) for each line within the picture.
  template <class Number, class Body>
  void each_line(Number* picture, size_t from, Body body) const {
    for (size_t i = 0; i < span(); ++i) {
      const long y = top + static_cast<long>(i);
      if (y < 0 || y >= static_cast<long>(shape.height)) continue;
      const size_t at = static_cast<size_t>(y) * shape.width + static_cast<size_t>(left + static_cast<long>(from));
      body(i >> scale, picture + at * shape.channels);
    }
  }
};

/// Sums down the lines of a row of cells, all pixels side by side, then along the cells. `line`: span·channels.
void see_patch(const Patch& patch, const Real* picture, Real* line, Real* to) {
  const auto columns = patch.columns();
  const size_t from = columns.first, end = columns.second;
  const size_t channels = patch.shape.channels, cells = patch.side * channels;
  std::fill_n(to, patch.side * cells, Real{0});
  if (from >= end) return;
  const Real share = patch.share();
  const auto add_row = [&](size_t row) {
    for (size_t x = from; x < end; ++x)
      for (size_t c = 0; c < channels; ++c)
        to[row * cells + (x >> patch.scale) * channels + c] += share * line[(x - from) * channels + c];
  };
  size_t summed = patch.side;  // the row of cells being summed; none yet
  patch.each_line(picture, from, [&](size_t row, const Real* pixels) {
    const size_t count = (end - from) * channels;
    if (row == summed) {
      for (size_t i = 0; i < count; ++i) line[i] += pixels[i];
      return;
    }
    if (summed < patch.side) add_row(summed);
    std::copy_n(pixels, count, line);
    summed = row;
  });
  if (summed < patch.side) add_row(summed);
}

void see_back(const Patch& patch, const Real* d, Real* picture) {
  const auto [from, end] = patch.columns();
  const size_t channels = patch.shape.channels, first = from;
  if (from >= end) return;
  patch.each_line(picture, from, [&, last = end](size_t row, Real* pixels) {
    for (size_t x = first; x < last; ++x)
      for (size_t c = 0; c < channels; ++c)
        pixels[(x - first) * channels + c] += patch.share() * d[(row * patch.side + (x >> patch.scale)) * channels + c];
  });
}

Patch patch_at(const PictureShape& shape, const Real* place, size_t side, size_t scale) {
  const size_t span = side << scale;
  return {shape, first_pixel(place[0], shape.width, span), first_pixel(place[1], shape.height, span), side, scale};
}

}  // namespace

long first_pixel(Real place, size_t extent, size_t span) {
  const Real within = place > -1 ? std::min(place, Real(1)) : Real(-1);  // so that a NaN is mapped to a valid place
  const Real middle = (within + 1) / 2 * static_cast<Real>(extent);
  return std::lround(std::floor(middle - static_cast<Real>(span) / 2 + Real(0.5)));
}

Var retina(Var picture, const PictureShape& shape, Var places, size_t side, size_t scales) {
  Tape& tape = *picture.tape;
  if (picture.rows != shape.size() || picture.cols != 1 || places.rows != 2 || places.batch() != picture.batch())
    shapes_do_not_fit("retina", {picture, places}, "a picture as one column, and x and y of each look, are needed");
  const size_t window = side * side * shape.channels;
  Var y = tape.make(scales * window, places.cols, picture.batch());
  const auto from = tape.value(picture), at = tape.value(places);
  const auto to = tape.fill(y);
  Real* const line = tape.keep<Real>((side << (scales - 1)) * shape.channels);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t n = 0; n < to.cols; ++n)
      for (size_t s = 0; s < scales; ++s)
        see_patch(patch_at(shape, at.column(b, n), side, s), from.item(b), line, to.column(b, n) + s * window);
  tape.tell([&] {
    OpWork work;  // a sum down the lines and, of each cell's width, along them; back, a share for each pixel
    double seen = 0;
    for (size_t b = 0; b < to.batch; ++b)
      for (size_t n = 0; n < to.cols; ++n)
        for (size_t s = 0; s < scales; ++s) {
          const Patch patch = patch_at(shape, at.column(b, n), side, s);
          const size_t numbers = patch.seen() * shape.channels;
          work.forward += numbers * Work{1} + ((numbers >> s) * Work{2});
          work.back += numbers * Work{1};
          seen += static_cast<double>(numbers);
        }
    const auto cells = static_cast<double>(y.numbers());
    work.moved = {seen + cells, 2 * seen + cells};
    return work;
  });
  return tape.record(y, {picture}, [=] {
    Tape& t = *picture.tape;
    const auto dy = t.gradient(y);
    const auto where = t.value(places);
    const Gradient dx = t.touch(picture);
    for (size_t b = 0; b < dx.batch; ++b) {
      if (dx.fresh) std::fill_n(dx.item(b), dx.rows, Real{0});
      for (size_t n = 0; n < dy.cols; ++n)
        for (size_t s = 0; s < scales; ++s)
          see_back(patch_at(shape, where.column(b, n), side, s), dy.column(b, n) + s * window, dx.item(b));
    }
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
