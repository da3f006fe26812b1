#pragma once
// The additive similarity, with learned weights.

#include "attention/scores/similarity.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// v·tanh(W₁·Mₙ + W₂·k_h), all learned (Bahdanau, Cho & Bengio 2015, section A.1.2; the "concat" of Luong, Pham &
/// Manning 2015, section 3.1, v·tanh(W·[k; M]), is the same with W = [W₂ W₁]).
class AdditiveSimilarity final : public Similarity {
 public:
  /// `size`: hidden units.
  AdditiveSimilarity(const Scope& scope, SimilarityWidths widths, size_t size);
  Var scores(Var memory, Var keys) const override { return scores_of(prepared(memory), keys); }
  Var prepared(Var memory) const override;
  Var scores_of(Var prepared, Var keys) const override;

 private:
  Parameter slot_weights_, key_weights_;  // W₁ᵀ and W₂ᵀ, width×size
  Parameter score_weights_;               // v, size×1
};

}  // namespace tapehead::inline TAPEHEAD_REAL
