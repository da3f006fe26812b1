#include "attention/scores/additive_similarity.hpp"

#include <cmath>

#include "attention/scores/additive.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// U(±√(6/(inputs + outputs))) (Glorot & Bengio 2010).
Initializer glorot(size_t inputs, size_t outputs) {
  return uniform(std::sqrt(Real(6) / static_cast<Real>(inputs + outputs)));
}

}  // namespace

AdditiveSimilarity::AdditiveSimilarity(const Scope& scope, SimilarityWidths widths, size_t size)
    : slot_weights_(scope.add("slot-weights", widths.slot, size, glorot(widths.slot, size))),
      key_weights_(scope.add("key-weights", widths.key, size, glorot(widths.key, size))),
      score_weights_(scope.add("score-weights", size, 1, glorot(size, 1))) {}

Var AdditiveSimilarity::prepared(Var memory) const { return matmul(memory, memory.tape->parameter(slot_weights_)); }

Var AdditiveSimilarity::scores_of(Var prepared, Var keys) const {
  Tape& tape = *prepared.tape;
  return additive(prepared, matmul_transposed(tape.parameter(key_weights_), keys), tape.parameter(score_weights_));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
