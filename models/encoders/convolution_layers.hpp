#pragma once
// Convolution layers over a picture, each with twice the channels of the one before.

#include <string>
#include <vector>

#include "autodiff/ops/convolution.hpp"
#include "autodiff/tape/scope.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ConvolutionLayersSettings {
  size_t size = 32;  ///< channels of the last layer; each layer before has half as many
  size_t layers = 2;
  uint32_t kernel = 3;
  uint32_t stride = 2;  ///< of each layer; replaces pooling (Springenberg et al. 2015)
};

/// Layers of kernel×kernel windows with ReLUs (LeCun et al. 1998), padded so that only the stride reduces the grid; at
/// stride 1 an even kernel leaves a line and a column more.
/// Where kernel and stride are both even, or both odd, a window is centred on what its cell stands for; otherwise it is
/// half a pixel further up and left, which doubles from layer to layer: after three layers of 3 pixels and stride 2 a
/// cell's window is off its place by 3½ pixels. Weights start within Glorot & Bengio's bound, biases at 0.
class ConvolutionLayers final {
 public:
  /// option: the option named in the InputError where the strides do not divide the layout's sides.
  ConvolutionLayers(const Scope& scope, const ConvolutionLayersSettings& settings, Layout layout,
                    const std::string& option);

  /// picture: the layout's numbers×1. → the last layer's cells, line by line: size×cells.
  Var operator()(Tape& tape, Var picture) const;

  /// The layout of the result: the grid of cells, and the channels of each.
  Layout made() const;

 private:
  struct Layer {
    ConvolutionShape shape;
    size_t channels;
    Parameter weights;
  };
  std::vector<Layer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
