#include "attention/general_similarity.hpp"

#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

GeneralSimilarity::GeneralSimilarity(const Scope& scope, size_t width)
    : weights_(scope.add("weights", width, width, identity())) {}

Var GeneralSimilarity::scores(Var memory, Var keys) const {
  return matmul(memory, matmul(memory.tape->parameter(weights_), keys));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
