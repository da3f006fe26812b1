#pragma once
// Layers of convolution over a picture, each with half as many channels as the next.

#include <string>
#include <vector>

#include "autodiff/ops/convolution.hpp"
#include "autodiff/tape/scope.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ConvolutionLayersSettings {
  size_t size = 32;  ///< channels of the last layer; each before has half as many
  size_t layers = 2;
  uint32_t kernel = 3;
  uint32_t stride = 2;  ///< of each layer: in place of pooling (Springenberg et al. 2015)
};

/// Layers of kernel×kernel windows and ReLUs (LeCun et al. 1998), in frames so wide that only the stride makes the grid
/// smaller. Where kernel and stride are both even, or both odd, a window lies about the middle of what its cell stands
/// for; else half a pixel further up and left, which layer upon layer doubles: after three of 3 pixels and stride 2 a
/// cell sees 3½ pixels beside its place. Weights start at Glorot & Bengio's uniform bound, biases at 0.
class ConvolutionLayers final {
 public:
  /// option: the one to blame where the strides do not divide the layout's sides, which throws InputError.
  ConvolutionLayers(const Scope& scope, const ConvolutionLayersSettings& settings, Layout layout,
                    const std::string& option);

  /// picture: numbers of the layout×1. The last layer's cells, line by line: size×cells.
  Var operator()(Tape& tape, Var picture) const;

  /// What comes of a picture: the grid of cells, and the channels of each.
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
