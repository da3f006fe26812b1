#pragma once
// The Transformer's reading half.

#include <optional>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Layers in which each token attends to all that are there (Vaswani et al. 2017, section 3.1). Nothing in them knows
/// of an order: shuffle the tokens, and the outputs are shuffled alike.
class TransformerEncoderLayers final {
 public:
  TransformerEncoderLayers(const Scope& scope, const TransformerLayerSettings& settings, size_t layers);

  /// tokens: size×steps; there: steps×1, 1 where a token is and 0 in the padding; absent: all are. → size×steps, in the
  /// padding of no meaning. made_of, unless null, gets the rollout of the layers' attention, which each shows within
  /// "layer-1" …, where somebody looks on.
  Var operator()(const Context& context, Var tokens, std::optional<Var> there,
                 std::optional<Var>* made_of = nullptr) const;

 private:
  struct Layer {
    SelfAttention attention;
    TokenFeedforward feedforward;
  };
  std::vector<Layer> layers_;
  LastNorm norm_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
