#pragma once
// The Transformer's encoder.

#include "autodiff/tape/scope.hpp"
#include "controllers/positions.hpp"
#include "models/encoders/encoder.hpp"
#include "models/encoders/transformer_encoder_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TransformerEncoderSettings : TransformerLayerSettings {
  size_t layers = 2;
  Positions positions = Positions::kSinusoidal;
  size_t max_steps = 512;  ///< the number of learned positions
};

/// Annotations are the outputs of the layers for W·[x; 1] + position (models/encoders/transformer_encoder_layers.hpp);
/// the summary is the mean of a source's annotations. W starts within Glorot & Bengio's bound, its biases at 0; dropout
/// applies to the tokens, too.
class TransformerEncoder final : public Encoder {
 public:
  TransformerEncoder(const Scope& scope, const TransformerEncoderSettings& settings, size_t x_size);

  size_t size() const override { return size_; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;

 private:
  size_t size_;
  Real dropout_;
  Parameter token_;
  PositionCode positions_;
  TransformerEncoderLayers layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
