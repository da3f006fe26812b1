#pragma once
// A Transformer over the patches of a picture (ViT).

#include "models/encoders/convolution_layers.hpp"
#include "models/encoders/grid_positions.hpp"
#include "models/encoders/transformer_encoder_layers.hpp"
#include "models/encoders/whole_picture.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct PatchEncoderSettings : TransformerLayerSettings {
  size_t stem = 0;  ///< convolution layers before the patches are cut; 0: none
  uint32_t stem_kernel = 4;
  uint32_t patch = 7;  ///< side in pixels, or in cells of the stem
  size_t layers = 2;   ///< 0: each patch is encoded by itself
  Positions positions = Positions::kSinusoidal;
};

/// Adjacent patches, line by line, are tokens W·[patch; 1] + position, from which the layers make the annotations
/// (Dosovitskiy et al. 2021, section 3.1, without the class token); the summary is their mean. W starts within Glorot &
/// Bengio's bound, its biases at 0; dropout applies to the tokens, too. Without layers there is no norm either. With a
/// stem, patches are cut from the last of its layers of stride 2, which has `size` channels (Xiao et al. 2021): the
/// content of a patch is then processed before patches attend to each other. Reads one picture.
class PatchEncoder final : public Encoder {
 public:
  /// Throws InputError for a layout that is not a picture's, or that the stem's strides or the patches do not divide.
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
