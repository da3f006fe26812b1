#pragma once
// The layers of the Transformer's encoder.

#include <optional>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Layers in which each token attends to all that are there (Vaswani et al. 2017, section 3.1). They are
/// permutation-equivariant: shuffled tokens give outputs shuffled alike.
class TransformerEncoderLayers final {
 public:
  TransformerEncoderLayers(const Scope& scope, const TransformerLayerSettings& settings, size_t layers);

  /// tokens: size×steps; there: steps×1, 1 for a token and 0 in the padding; absent: all are there. → size×steps,
  /// arbitrary in the padding. made_of, unless null, gets the rollout of the layers' attention, which each layer shows
  /// within "layer-1" …, if there is a watcher.
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
