#pragma once
// The Transformer that reads a source and says an answer.

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
  size_t max_steps = 512;  ///< learned positions there are, of source and answer each
  bool tied = false;       ///< the answer's embeddings are also what its logits are made by
};

/// Vaswani et al. 2017, "Attention is all you need". Tokens are √size·(a column of a learned table) + position; those
/// of the source go through an encoder's layers, and those said before through a decoder's, each of
///   attention to itself and those before, attention to the encoder's outputs, feedforward
/// halves (controllers/transformer_layers.hpp); the logits are W·[token; 1], or with tied tables Eᵀ·token + b, E being
/// the table of what is said (section 3.4). Dropout falls on embedded tokens and on what each half adds (section 5.4).
/// Tables start at N(0, 1/size), W at U(±1/√size), W's biases and b at 0.
/// Training has all steps at once; saying keeps the keys and values of what was said and of the source, a Var a layer
/// and step, and a Var a layer. Shows where the last layer looks in the source as "attention", where those before it do
/// as "layer-N/attention" (kAlignment).
class TransformerEncoderDecoder final : public Model, public Speaker {
 public:
  /// The spec is one of Spec::of_answers().
  TransformerEncoderDecoder(const Scope& scope, const Spec& spec, const TransformerEncoderDecoderSettings& settings);

  /// Throws InputError where a sequence is longer than there are learned positions.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  const Speaker* speaks() const override { return this; }

  State listen(const Context& context, const Batch& batch, size_t first) const override;
  StateNames state_names() const override;
  Recurrent::Step say(const Context& context, Var previous, const State& past) const override;

  /// What the encoder makes of the source: size×steps, in the padding of no meaning.
  Var encode(const Context& context, const Batch& batch, size_t first) const;

 private:
  struct Layer {
    SelfAttention attention;
    CrossAttention source;
    TokenFeedforward feedforward;
  };

  Var tokens(const Context& context, Parameter table, const PositionCode& positions, Var chosen, size_t first) const;
  /// Shows where a layer has looked: slots×(heads·steps).
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
