#pragma once
// Convolution over pictures whose numbers lie pixel by pixel, all channels of a pixel together.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How a square window goes over a picture of height × width pixels, whose number (y, x, c) is at
/// (y·width + x)·channels + c: so many pixels further at each step, over a frame of zeros as wide as `padding`.
struct ConvolutionShape {
  uint32_t height, width, channels;
  uint32_t kernel;  ///< pixels of the window's side
  uint32_t stride = 1, padding = 0;

  /// Steps from line to line, and within a line: ⌊(pixels + 2·padding − kernel) / stride⌋ + 1.
  uint32_t high() const { return (height + 2 * padding - kernel) / stride + 1; }
  uint32_t across() const { return (width + 2 * padding - kernel) / stride + 1; }
  size_t cells() const { return size_t{high()} * across(); }
  size_t pixels() const { return size_t{height} * width; }
  size_t window() const { return size_t{kernel} * kernel * channels; }  ///< numbers in a window
};

enum class Rectified { kNo, kYes };

/// At each step of the window W·[its numbers; 1], line by line; with Rectified::kYes max(0, that). The window's numbers
/// are in the order (y, x, c); W is out × (window + 1), its last column the bias. x: channels×pixels, or one column of
/// them all. → out×cells: again a picture, of `out` channels, and the cells of a grid. With a stride as large as the
/// kernel and no padding it is an affine map of each patch. In float an item has the same bits whatever items stand
/// beside it. Throws ShapeError where W or x do not fit, or the window is larger than the picture in its frame.
Var convolution(Var weights, Var x, const ConvolutionShape& shape, Rectified rectified = Rectified::kNo);

}  // namespace tapehead::inline TAPEHEAD_REAL
