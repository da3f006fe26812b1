#pragma once
// Convolution layers over a picture as an encoder.

#include "models/encoders/convolution_layers.hpp"
#include "models/encoders/grid_positions.hpp"
#include "models/encoders/whole_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct ConvolutionEncoderSettings : ConvolutionLayersSettings {
  Positions positions = Positions::kSinusoidal;
};

/// An annotation is a cell of the last layer plus its position code (its content alone does not tell the place); the
/// summary is their mean. Reads one picture.
class ConvolutionEncoder final : public Encoder {
 public:
  /// Throws InputError for a layout that is not a picture's, or whose sides the strides do not divide.
  ConvolutionEncoder(const Scope& scope, const ConvolutionEncoderSettings& settings, Layout layout);

  size_t size() const override { return made_.channels; }
  CellGrid grid() const override { return {made_.height, made_.width}; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;

 private:
  WholePicture source_;
  ConvolutionLayers layers_;
  Layout made_;
  GridPositions positions_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
