#pragma once
// The Transformer over the patches of a picture.

#include "models/encoders/convolution_layers.hpp"
#include "models/encoders/grid_positions.hpp"
#include "models/encoders/transformer_encoder_layers.hpp"
#include "models/encoders/whole_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct PatchEncoderSettings : TransformerLayerSettings {
  size_t stem = 0;  ///< layers of convolution before patches are cut; 0: none
  uint32_t stem_kernel = 4;
  uint32_t patch = 7;  ///< pixels of its side, or cells of the stem's
  size_t layers = 2;   ///< 0: each patch by itself
  Positions positions = Positions::kSinusoidal;
};

/// Patches that touch and do not overlap, line by line, are tokens W·[patch; 1] + position, of which the layers make
/// the annotations (Dosovitskiy et al. 2021, section 3.1, without the class token); the summary is their mean. W starts
/// at Glorot & Bengio's uniform bound, its biases at 0; dropout falls on the tokens, too. Without layers there is no
/// norm either. With a stem, patches are cut from the last of its layers of stride 2, as wide as a token (Xiao et al.
/// 2021): what stands in a patch is then seen before patches attend to each other. Reads one picture.
class PatchEncoder final : public Encoder {
 public:
  /// Throws InputError for a layout that is no picture's, or that the stem's strides or patches do not fill.
  PatchEncoder(const Scope& scope, const PatchEncoderSettings& settings, Layout layout);

  size_t size() const override { return size_; }
  CellGrid grid() const override { return grid_; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;

 private:
  size_t size_;
  Real dropout_;
  WholePicture source_;
  std::optional<ConvolutionLayers> stem_;
  ConvolutionShape shape_;
  CellGrid grid_;
  Parameter token_;
  GridPositions positions_;
  std::optional<TransformerEncoderLayers> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
