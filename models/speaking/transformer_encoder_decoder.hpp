#pragma once
// The Transformer as encoder–decoder.

#include <optional>
#include <span>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/positions.hpp"
#include "models/encoders/transformer_encoder_layers.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct TransformerEncoderDecoderSettings : TransformerLayerSettings {
  size_t encoder_layers = 2, decoder_layers = 2;
  Positions positions = Positions::kSinusoidal;
  size_t max_steps = 512;  ///< the number of learned positions, for source and answer each
  bool tied = false;       ///< the answer's embeddings are also the weights of its logits
};

/// Vaswani et al. 2017, "Attention is all you need". Tokens are √size·(a column of a learned table) + position; the
/// source's tokens go through encoder layers, and the previous tokens through decoder layers, each of
///   self-attention to itself and those before, cross-attention to the encoder's outputs, feedforward
/// halves (controllers/transformer_layers.hpp); the logits are W·[token; 1], or with tied tables Eᵀ·token + b, E being
/// the answer's table (section 3.4). Dropout applies to embedded tokens and to what each half adds (section 5.4).
/// Tables start at N(0, 1/size), W at U(±1/√size), W's biases and b at 0.
/// Training runs all steps at once; generation keeps the keys and values of the answer, one Var for each layer and
/// step, and of the source, one Var for each layer. Shows the last layer's attention to the source as "attention", that
/// of the layers before it as "layer-N/attention" (kAlignment).
class TransformerEncoderDecoder final : public Model, public Speaker {
 public:
  /// The spec must be one of Spec::of_answers().
  TransformerEncoderDecoder(const Scope& scope, const Spec& spec, const TransformerEncoderDecoderSettings& settings);

  /// Throws InputError where a sequence is longer than the learned positions.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  const Speaker* speaks() const override { return this; }

  State listen(const Context& context, const Batch& batch, size_t first) const override;
  StateNames state_names() const override;
  Recurrent::Step say(const Context& context, Var previous, const State& past) const override;

  /// The encoder's outputs for the source: size×steps, arbitrary in the padding.
  Var encode(const Context& context, const Batch& batch, size_t first) const;

 private:
  struct Layer {
    SelfAttention attention;
    CrossAttention source;
    TokenFeedforward feedforward;
  };

  Var tokens(const Context& context, Parameter table, const PositionCode& positions, Var chosen, size_t first) const;
  /// Shows a layer's attention: slots×(heads·steps).
  void show(const Context& context, std::span<const Var> weights) const;
  Var logits(Tape& tape, Var tokens) const;

  TransformerEncoderDecoderSettings settings_;
  Parameter source_table_, said_table_;
  PositionCode source_positions_, said_positions_;
  TransformerEncoderLayers encoder_;
  std::vector<Layer> layers_;
  LastNorm norm_;
  Parameter output_;  ///< W, or with tied tables b
};

}  // namespace tapehead::inline TAPEHEAD_REAL
