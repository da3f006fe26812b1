#include "attention/scores/general_similarity.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

GeneralSimilarity::GeneralSimilarity(const Scope& scope, SimilarityWidths widths)
    : weights_(scope.add("weights", widths.slot, widths.key, identity())) {}

Var GeneralSimilarity::scores(Var memory, Var keys) const {
  return matmul(memory, matmul(memory.tape->parameter(weights_), keys));
}

Var GeneralSimilarity::prepared(Var memory) const { return matmul(memory, memory.tape->parameter(weights_)); }
Var GeneralSimilarity::scores_of(Var prepared, Var keys) const { return matmul(prepared, keys); }

}  // namespace tapehead::inline TAPEHEAD_REAL
