#pragma once
// The gradient of a convolution by its picture.

#include <algorithm>

#include "autodiff/ops/convolution.hpp"
#include "autodiff/ops/framed_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// In a line of the picture, every `stride` neighbouring pixels are seen by the same windows, each pixel at different
/// places in them. So their gradients are a convolution of stride 1 over the cells in a frame of zeros, with `stride`
/// times as many channels (the inverse of the sub-pixel convolution of Shi et al. 2016). There is one such convolution
/// for each line of a step.
class ConvolutionBack final {
 public:
  /// out: channels of a cell.
  ConvolutionBack(Tape& tape, const ConvolutionShape& shape, size_t out);
  ~ConvolutionBack();
  ConvolutionBack(const ConvolutionBack&) = delete;
  ConvolutionBack& operator=(const ConvolutionBack&) = delete;

  /// The gradient by one picture's cells, to be filled.
  const FramedPicture& cells() const { return cells_; }
  /// To be called before the first to_picture(); w: out × (window + 1), as in convolution().
  void turn(Window<const Real> w) const;
  /// Adds the result for cells() to the gradient of the picture, whose pixels are `leading` numbers apart, or
  /// overwrites it.
  void to_picture(Real* picture, size_t leading, bool add) const;

 private:
  /// The number of places in a window that fall on pixel `phase` of a step.
  size_t places(size_t phase) const;
  /// The number of steps that the pixels of a line or column lie in, counted from the first window's first pixel, frame
  /// included.
  size_t steps(size_t pixels) const { return (shape_.padding + pixels - 1) / shape_.stride + 1; }
  /// The number of steps after the last cell; no window begins there.
  size_t beyond(size_t pixels, size_t cells) const { return std::max(steps(pixels), cells) - cells; }
  size_t step_channels() const { return size_t{shape_.stride} * shape_.channels; }
  size_t turned_size() const { return shape_.kernel * places(0) * out_ * step_channels(); }
  size_t line_size() const { return steps(shape_.width) * step_channels(); }

  Tape& tape_;
  const ConvolutionShape shape_;
  size_t out_;
  FramedPicture cells_;
  Real *turned_, *line_;  ///< the weights as arranged for each of these convolutions; the result of one line
};

}  // namespace tapehead::inline TAPEHEAD_REAL
