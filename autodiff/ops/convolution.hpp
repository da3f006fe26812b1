#pragma once
// Convolution over pictures stored pixel by pixel, with all channels of a pixel together.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How a square window moves over a picture of height × width pixels, whose number (y, x, c) is at (y·width +
/// x)·channels + c: `stride` pixels at each step, over a frame of zeros `padding` wide.
struct ConvolutionShape {
  uint32_t height, width, channels;
  uint32_t kernel;  ///< side of the window, in pixels
  uint32_t stride = 1, padding = 0;

  /// Steps down, and across: ⌊(pixels + 2·padding − kernel) / stride⌋ + 1.
  uint32_t high() const { return (height + 2 * padding - kernel) / stride + 1; }
  uint32_t across() const { return (width + 2 * padding - kernel) / stride + 1; }
  size_t cells() const { return size_t{high()} * across(); }
  size_t pixels() const { return size_t{height} * width; }
  size_t window() const { return size_t{kernel} * kernel * channels; }  ///< numbers in a window
};

enum class Rectified { kNo, kYes };

/// At each step of the window, line by line, W·[its numbers; 1], or max(0, that) with Rectified::kYes. The window's
/// numbers are in the order (y, x, c); W is out × (window + 1), its last column the bias. x: channels×pixels, or one
/// column of them all. → out×cells: again a picture, of `out` channels. With stride = kernel and no padding it is an
/// affine map of each patch. In float an item's result does not depend on the items beside it. Throws ShapeError where
/// W or x do not fit, or where the window is larger than the padded picture.
Var convolution(Var weights, Var x, const ConvolutionShape& shape, Rectified rectified = Rectified::kNo);

}  // namespace tapehead::inline TAPEHEAD_REAL
