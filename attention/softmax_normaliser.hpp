#pragma once
// The usual normaliser: every slot gets something.

#include "attention/normaliser.hpp"
#include "autodiff/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class SoftmaxNormaliser final : public Normaliser {
 public:
  using Normaliser::weights;
  Var weights(Var scores) const override { return softmax(scores); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
