#pragma once
// Softmax, the usual normaliser: no weight is zero.

#include "attention/normalisers/normaliser.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class SoftmaxNormaliser final : public Normaliser {
 public:
  using Normaliser::weights;
  Var weights(Var scores) const override { return softmax(scores); }
  Var weights_at(Var strengths, Var scores) const override { return scaled_softmax(scores, strengths); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
