#pragma once
// What a Transformer's layers make of attention between them.

#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Attention rollout (Abnar & Zuidema 2020, eqs. 1 and 2): a layer's token is half itself and half what it attended to,
/// its heads taken together, and so down to the first layer's tokens. For whoever looks on: no gradient goes through
/// it.
class Rollout final {
 public:
  /// Of a batch of sequences of so many tokens, before any layer: each token is itself.
  Rollout(Tape& tape, size_t tokens, size_t batch);

  /// weights: tokens×(heads·tokens), a token's heads side by side, as attend_across() has them. What the heads attend
  /// to on average is shown as "attention".
  void add_layer(Var weights, size_t heads);

  /// Column t: the shares of the first tokens in token t as the last layer leaves it. tokens×tokens.
  Var shares() const { return shares_; }

 private:
  Var shares_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
