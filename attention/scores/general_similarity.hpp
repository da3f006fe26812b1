#pragma once
// A dot product with a learned matrix between slots and keys.

#include "attention/scores/similarity.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Mₙ·(W·k_h), W learned (Luong, Pham & Manning 2015, section 3.1, "general"). W starts as the identity, so it starts
/// as the dot product (of as many numbers as both have).
class GeneralSimilarity final : public Similarity {
 public:
  GeneralSimilarity(const Scope& scope, SimilarityWidths widths);
  Var scores(Var memory, Var keys) const override;
  Var prepared(Var memory) const override;
  Var scores_of(Var prepared, Var keys) const override;

 private:
  Parameter weights_;  // slot width×key width
};

}  // namespace tapehead::inline TAPEHEAD_REAL
