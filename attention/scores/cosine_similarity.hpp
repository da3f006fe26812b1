#pragma once
// The cosine, the similarity of the neural Turing machine.

#include "attention/scores/cosine.hpp"
#include "attention/scores/similarity.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class CosineSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override { return cosine(memory, keys); }
  /// Slots scaled to length 1.
  Var prepared(Var memory) const override { return multiply(memory, inverse_length(sum_columns(square(memory)))); }
  Var scores_of(Var prepared, Var keys) const override {
    return matmul(prepared, multiply(keys, inverse_length(sum_rows(square(keys)))));
  }

 private:
  static Var inverse_length(Var squared) { return inverse_sqrt(shift(squared, kCosineEpsilon)); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
