#include "autodiff/convolution.hpp"

#include <algorithm>
#include <cstring>

#include "autodiff/base/error.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/lanes.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr auto kAsIs = Transpose::kNo, kTurned = Transpose::kYes;
constexpr size_t kWindowBlock =
    32768;  // numbers of windows that are laid out at a time: they stay in the nearest caches
constexpr size_t kRegister = LanesOf<Real>::kCount;

/// How a picture lies in memory: runs of numbers, several to a line of it.
struct Runs {
  size_t numbers, distance, a_line;
};

Runs runs_of(Var x, const ConvolutionShape& s) {
  const size_t line = size_t{s.width} * s.channels;
  return x.contiguous() ? Runs{line, line, 1} : Runs{s.channels, x.leading, s.width};
}

/// A picture in its frame, and the windows of some lines of it side by side, in memory that is borrowed.
class Windows {
 public:
  Windows(Tape& tape, const ConvolutionShape& shape)
      : tape_(tape),
        shape_(shape),
        run_(size_t{shape.kernel} * shape.channels),
        pitch_(size_t{shape.width + 2 * shape.padding} * shape.channels),
        depth_(shape.window() + 1),
        lines_(std::clamp<size_t>(kWindowBlock / (depth_ * shape.across()), 1, shape.high())),
        framed_(tape.borrow(framed_size())),
        laid_(tape.borrow(laid_size())) {
    std::fill_n(framed_, framed_size(), Real{0});
  }
  ~Windows() {
    tape_.give_back(laid_, laid_size());
    tape_.give_back(framed_, framed_size());
  }
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;

  size_t depth() const { return depth_; }  ///< numbers of a column: a window's, and 1
  Real* laid() const { return laid_; }
  size_t most_cells() const { return lines_ * shape_.across(); }  ///< of a block

  /// Calls each(first line, lines) for blocks of the grid's lines.
  template <class Each>
  void blocks(Each each) const {
    for (size_t line = 0; line < shape_.high(); line += lines_) each(line, std::min(lines_, shape_.high() - line));
  }

  void frame(const Real* picture, const Runs& runs) const {
    each_run(runs, [&](size_t at, Real* framed) { std::copy_n(picture + at, runs.numbers, framed); });
  }
  /// The windows of so many lines, a column each.
  void lay(size_t first, size_t lines) const {
    Real* to = laid_;
    for_each_window(first, lines, [&](const Real* from) {
      for (size_t y = 0; y < shape_.kernel; ++y, from += pitch_, to += run_) copy_over(from, to);
      *to++ = 1;
    });
  }
  /// What goes back to the numbers of windows (columns one shorter: the 1 gets nothing) is added where they came from.
  void add_back(size_t first, size_t lines) const {
    const Real* from = laid_;
    for_each_window(first, lines, [&](Real* to) {
      for (size_t y = 0; y < shape_.kernel; ++y, to += pitch_, from += run_) {
        Real* const __restrict sum = to;
        for (size_t i = 0; i < run_; ++i) sum[i] += from[i];
      }
    });
  }
  void clear() const { std::fill_n(framed_, framed_size(), Real{0}); }
  /// Adds what the frame holds to a picture, or makes it that where it is fresh.
  void unframe(Real* picture, const Runs& runs, bool fresh) const {
    each_run(runs, [&](size_t at, const Real* framed) {
      for (size_t i = 0; i < runs.numbers; ++i) picture[at + i] = framed[i] + (fresh ? 0 : picture[at + i]);
    });
  }

 private:
  size_t framed_size() const { return pitch_ * (shape_.height + 2 * size_t{shape_.padding}) + kRegister; }
  size_t laid_size() const { return depth_ * lines_ * shape_.across() + kRegister; }

  template <class Each>
  void each_run(const Runs& runs, Each each) const {
    for (size_t y = 0; y < shape_.height; ++y)
      for (size_t r = 0; r < runs.a_line; ++r)
        each((y * runs.a_line + r) * runs.distance,
             framed_ + (y + shape_.padding) * pitch_ + shape_.padding * shape_.channels + r * runs.numbers);
  }
  template <class Each>
  void for_each_window(size_t first, size_t lines, Each each) const {
    for (size_t line = first; line < first + lines; ++line)
      for (size_t x = 0; x < shape_.across(); ++x)
        each(framed_ + line * shape_.stride * pitch_ + x * shape_.stride * shape_.channels);
  }
  /// A window's line, in whole registers or a part of one: what is beyond its end is written over by what comes next,
  /// and at both ends of the memory there is room for it.
  void copy_over(const Real* from, Real* to) const {
    if (run_ <= kRegister / 4)
      std::memcpy(to, from, kRegister / 4 * sizeof(Real));
    else if (run_ <= kRegister / 2)
      std::memcpy(to, from, kRegister / 2 * sizeof(Real));
    else
      for (size_t i = 0; i < run_; i += kRegister) std::memcpy(to + i, from + i, kRegister * sizeof(Real));
  }

  Tape& tape_;
  const ConvolutionShape shape_;
  size_t run_, pitch_;  ///< numbers of a window's line; from line to line of the framed picture
  size_t depth_, lines_;
  Real *framed_, *laid_;
};

void check_window(Var weights, Var x, const ConvolutionShape& s) {
  if (s.kernel == 0 || s.stride == 0 || s.kernel > s.height + 2 * s.padding || s.kernel > s.width + 2 * s.padding)
    throw ShapeError(
        "convolution: got a window that is empty, does not move, or is larger than the picture; one that "
        "fits is needed");
  if (x.size() != s.pixels() * s.channels || !(x.contiguous() || x.rows == s.channels))
    shapes_do_not_fit("convolution", {x}, "the picture's numbers are needed, pixel by pixel");
  if (weights.cols != s.window() + 1 || weights.batch() != 1)
    shapes_do_not_fit("convolution", {weights, x},
                      "the weights need a column for each number of a window and one more");
}

void rectify(Real* y, size_t count) {
  for (size_t i = 0; i < count; ++i) y[i] = y[i] > 0 ? y[i] : 0;
}

/// The gradient of y, where it was not rectified away.
void passed(const Real* dy, const Real* y, size_t count, Real* to) {
  for (size_t i = 0; i < count; ++i) to[i] = y[i] > 0 ? dy[i] : 0;
}

/// W without its biases turned round: window×out.
void turn(Window<const Real> w, Real* to) {
  for (size_t p = 0; p + 1 < w.cols; ++p)
    for (size_t o = 0; o < w.rows; ++o) to[o * (w.cols - 1) + p] = w.column(0, p)[o];
}

}  // namespace

Var convolution(Var weights, Var x, const ConvolutionShape& shape, Rectified rectified) {
  check_window(weights, x, shape);
  Tape& tape = *x.tape;
  const size_t out = weights.rows, across = shape.across(), batch = x.batch();
  Var y = tape.make(out, shape.cells(), batch);
  {
    const auto from = tape.value(x), w = tape.value(weights);
    const auto to = tape.fill(y);
    const Windows windows(tape, shape);
    const Runs runs = runs_of(x, shape);
    for (size_t b = 0; b < batch; ++b) {
      windows.frame(from.item(b), runs);
      windows.blocks([&](size_t line, size_t lines) {
        Real* const cells = to.item(b) + line * across * out;
        windows.lay(line, lines);
        gemm(kAsIs, kAsIs, out, lines * across, windows.depth(), w.data, w.leading, windows.laid(), windows.depth(),
             false, cells, out);
        if (rectified == Rectified::kYes) rectify(cells, lines * across * out);
      });
    }
  }
  return tape.record(y, {x, weights}, [=] {
    Tape& t = *y.tape;
    const auto from = t.value(x), w = t.value(weights), value = t.value(y), dy = t.gradient(y);
    const auto touched = t.touch(std::array{x, weights});
    const Gradient dx = touched[0], dw = touched[1];
    const size_t window = shape.window(), turned_size = window * out;
    Real* const turned = t.borrow(turned_size);
    turn(w, turned);
    {
      const Windows windows(t, shape), back(t, shape);
      const Runs runs = runs_of(x, shape);
      Real* const gated = t.borrow(windows.most_cells() * out);
      bool add = !dw.fresh;
      for (size_t b = 0; b < batch; ++b) {
        if (dw.data) windows.frame(from.item(b), runs);
        if (dx.data) back.clear();
        windows.blocks([&](size_t line, size_t lines) {
          const size_t first = line * across * out, cells = lines * across;
          const Real* d = dy.item(b) + first;
          if (rectified == Rectified::kYes) {
            passed(d, value.item(b) + first, cells * out, gated);
            d = gated;
          }
          if (dw.data) {  // dW = dy·windowsᵀ
            windows.lay(line, lines);
            gemm(kAsIs, kTurned, out, windows.depth(), cells, d, out, windows.laid(), windows.depth(), add, dw.data,
                 dw.leading);
            add = true;
          }
          if (dx.data) {  // dx = Wᵀ·dy, each number where its window took it from
            gemm(kAsIs, kAsIs, window, cells, out, turned, window, d, out, false, back.laid(), window);
            back.add_back(line, lines);
          }
        });
        if (dx.data) back.unframe(dx.item(b), runs, dx.fresh);
      }
      t.give_back(gated, windows.most_cells() * out);
    }
    t.give_back(turned, turned_size);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
