#pragma once
// Attention rollout through a Transformer's layers.

#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Attention rollout (Abnar & Zuidema 2020, eqs. 1 and 2): a layer's token is half itself and half what it attended to,
/// averaged over the heads, and so on down to the first layer's tokens. For watchers: without a gradient.
class Rollout final {
 public:
  /// For a batch of sequences of `tokens` tokens, before any layer: each token is itself.
  Rollout(Tape& tape, size_t tokens, size_t batch);

  /// weights: tokens×(heads·tokens), a token's heads side by side, as in attend_across(). The heads' mean is shown as
  /// "attention".
  void add_layer(Var weights, size_t heads);

  /// Column t: the shares of the first layer's tokens in token t after the last layer. tokens×tokens.
  Var shares() const { return shares_; }

 private:
  Var shares_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
