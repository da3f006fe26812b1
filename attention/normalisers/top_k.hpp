#pragma once
// Softmax over the few highest scores.

#include "attention/normalisers/normaliser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Softmax over the k ≥ 1 highest scores of each column; the others are exactly 0 and get no gradient (Rae et al. 2016,
/// section 3.1, without their approximate search). Of equal scores the lower index wins; with at most k slots it is
/// softmax. scores: slots×heads.
Var top_k(Var scores, size_t k);

class TopKNormaliser final : public Normaliser {
 public:
  explicit TopKNormaliser(size_t k) : k_(k) {}
  using Normaliser::weights;
  Var weights(Var scores) const override { return top_k(scores, k_); }

 private:
  size_t k_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
