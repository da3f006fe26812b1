#pragma once
// What a convolution's cells send back to the picture.

#include <algorithm>

#include "autodiff/ops/convolution.hpp"
#include "autodiff/ops/framed_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// In a line of the picture, as many pixels as a step is wide were seen by the same windows, each at places of its own:
/// so their gradients are a convolution of stride 1 over the cells in a frame of zeros, with `stride` times as many
/// channels (as Shi et al. 2016 have it, the other way round). It is there for each line of a step.
class ConvolutionBack final {
 public:
  /// out: channels of a cell.
  ConvolutionBack(Tape& tape, const ConvolutionShape& shape, size_t out);
  ~ConvolutionBack();
  ConvolutionBack(const ConvolutionBack&) = delete;
  ConvolutionBack& operator=(const ConvolutionBack&) = delete;

  /// The gradient of one picture's cells, to be filled.
  const FramedPicture& cells() const { return cells_; }
  /// Before the first to_picture(); w: out × (window + 1), as convolution() has it.
  void turn(Window<const Real> w) const;
  /// What comes of cells() is added to the gradient of the picture, whose pixels begin `leading` numbers apart, or
  /// takes its place.
  void to_picture(Real* picture, size_t leading, bool add) const;

 private:
  /// Of a step from window to window: the places in a window that fall on its pixel number `phase`.
  size_t places(size_t phase) const;
  /// Steps that the pixels of a line or column lie in: from the first window's pixels on, which the frame's are, too.
  size_t steps(size_t pixels) const { return (shape_.padding + pixels - 1) / shape_.stride + 1; }
  /// Those after the last cell, which has none of their windows.
  size_t beyond(size_t pixels, size_t cells) const { return std::max(steps(pixels), cells) - cells; }
  size_t step_channels() const { return size_t{shape_.stride} * shape_.channels; }
  size_t turned_size() const { return shape_.kernel * places(0) * out_ * step_channels(); }
  size_t line_size() const { return steps(shape_.width) * step_channels(); }

  Tape& tape_;
  const ConvolutionShape shape_;
  size_t out_;
  FramedPicture cells_;
  Real *turned_, *line_;  ///< the weights as each of these convolutions has them; what comes of a line
};

}  // namespace tapehead::inline TAPEHEAD_REAL
