#include "autodiff/ops/convolution.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/ops/convolution_back.hpp"
#include "autodiff/ops/framed_picture.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

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

/// The distance between pixels; the picture may come as one column of numbers.
size_t leading_of(Var x, const ConvolutionShape& s) { return x.contiguous() ? s.channels : x.leading; }

FramedPicture framed(Tape& tape, const ConvolutionShape& s) {
  return {tape, s.height, s.width, s.channels, s.padding, s.padding};
}

/// Adds the biases to cells and, where asked for, rectifies.
void finish(Real* __restrict cells, size_t count, const Real* __restrict biases, size_t out, Rectified rectified) {
  for (size_t i = 0; i < count; ++i, cells += out)
    if (rectified == Rectified::kYes)
      for (size_t o = 0; o < out; ++o) cells[o] = std::max(cells[o] + biases[o], Real{0});
    else
      for (size_t o = 0; o < out; ++o) cells[o] += biases[o];
}

/// All cells of a picture, one line of cells at a time: a line stays in the first-level cache, and the sum over a
/// window, line by line of the window, in registers.
void go_over(const FramedPicture& picture, const ConvolutionShape& s, Window<const Real> w, Rectified rectified,
             Real* cells) {
  const size_t run = size_t{s.kernel} * s.channels, across = s.across();
  for (size_t line = 0; line < s.high(); ++line, cells += across * w.rows) {
    gemm_in_runs({s.kernel, run * w.leading, picture.pitch()}, kAsIs, w.rows, across, run, w.data, w.leading,
                 picture.at(line * s.stride, 0), size_t{s.stride} * s.channels, false, cells, w.rows);
    finish(cells, across, w.column(0, s.window()), w.rows, rectified);
  }
}

/// dW (+)= dcells·windowsᵀ, one line of the window at a time. ones: as many as a line has cells, for the biases.
void add_weights(const FramedPicture& picture, const FramedPicture& dcells, const ConvolutionShape& s, const Real* ones,
                 bool add, const Gradient& dw) {
  const size_t run = size_t{s.kernel} * s.channels, across = s.across(), out = dw.rows;
  for (size_t y = 0; y < s.kernel; ++y)
    gemm_in_runs({s.high(), dcells.pitch(), s.stride * picture.pitch()}, kTurned, out, run, across, dcells.inside(),
                 out, picture.at(y, 0), size_t{s.stride} * s.channels, add, dw.column(0, y * run), dw.leading);
  gemm_in_runs({s.high(), dcells.pitch(), 0}, kAsIs, out, 1, across, dcells.inside(), out, ones, across, add,
               dw.column(0, s.window()), dw.leading);
}

}  // namespace

Var convolution(Var weights, Var x, const ConvolutionShape& shape, Rectified rectified) {
  check_window(weights, x, shape);
  Tape& tape = *x.tape;
  const size_t batch = x.batch();
  Var y = tape.make(weights.rows, shape.cells(), batch);
  {
    const auto from = tape.value(x), w = tape.value(weights);
    const auto to = tape.fill(y);
    const FramedPicture picture = framed(tape, shape);
    for (size_t b = 0; b < batch; ++b) {
      picture.fill(from.item(b), leading_of(x, shape));
      go_over(picture, shape, w, rectified, to.item(b));
    }
  }
  tape.tell([=, &tape] {
    const Work product = batch * product_work(y.rows, shape.cells(), shape.window());
    const Work rectify = rectified == Rectified::kYes ? y.numbers() * Work{1} : Work{};
    return OpWork{product + y.numbers() * Work{1} + rectify, (size_t{tape.wants(x)} + tape.wants(weights)) * product +
                                                                 tape.wants(weights) * y.numbers() * Work{1} + rectify};
  });
  return tape.record(y, {x, weights}, [=] {
    Tape& t = *y.tape;
    const auto from = t.value(x), value = t.value(y), dy = t.gradient(y);
    const auto touched = t.touch(std::array{x, weights});
    const Gradient dx = touched[0], dw = touched[1];
    const FramedPicture picture = framed(t, shape);
    const ConvolutionBack back(t, shape, y.rows);
    if (dx.data) back.turn(t.value(weights));
    Real* const ones = t.borrow(shape.across());
    std::fill_n(ones, shape.across(), Real{1});
    for (size_t b = 0; b < batch; ++b) {
      if (rectified == Rectified::kYes)
        back.cells().fill(dy.item(b), value.item(b));
      else
        back.cells().fill(dy.item(b), y.rows);
      if (dw.data) {
        picture.fill(from.item(b), leading_of(x, shape));
        add_weights(picture, back.cells(), shape, ones, b > 0 || !dw.fresh, dw);
      }
      if (dx.data) back.to_picture(dx.item(b), leading_of(x, shape), !dx.fresh);
    }
    t.give_back(ones, shape.across());
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
