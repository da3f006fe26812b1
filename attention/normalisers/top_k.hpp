#pragma once
// Softmax over the few best slots.

#include "attention/normalisers/normaliser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Softmax over the k ≥ 1 highest scores of each column, the others exactly 0 and without gradient (Rae et al. 2016,
/// section 3.1, without their approximate search). Of equal scores those further up are taken; where there are no more
/// than k slots it is softmax. scores: slots×heads.
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
