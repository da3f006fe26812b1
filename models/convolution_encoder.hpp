#pragma once
// Layers of convolution over a picture.

#include <vector>

#include "autodiff/convolution.hpp"
#include "autodiff/scope.hpp"
#include "models/grid_positions.hpp"
#include "models/whole_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ConvolutionEncoderSettings {
  size_t size = 32;  ///< channels of the last layer, numbers of an annotation; each layer before has half as many
  size_t layers = 2;
  uint32_t kernel = 3;  ///< odd
  uint32_t stride = 2;  ///< of each layer: in place of pooling (Springenberg et al. 2015)
  Positions positions = Positions::kSinusoidal;
};

/// Layers of kernel×kernel windows and ReLUs (LeCun et al. 1998), in frames so wide that only the stride makes the grid
/// smaller. An annotation is a cell of the last layer and what tells its place (content alone has none); the summary is
/// their mean. Weights start at Glorot & Bengio's uniform bound, biases at 0. Reads one picture.
class ConvolutionEncoder final : public Encoder {
 public:
  /// Throws InputError for a layout that is no picture's, or whose sides the strides do not divide.
  ConvolutionEncoder(const Scope& scope, const ConvolutionEncoderSettings& settings, Layout layout);

  size_t size() const override { return size_; }
  Grid grid() const override { return grid_; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;

 private:
  struct Layer {
    ConvolutionShape shape;
    Parameter weights;
  };

  size_t size_;
  WholePicture source_;
  std::vector<Layer> layers_;
  Grid grid_;
  GridPositions positions_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
