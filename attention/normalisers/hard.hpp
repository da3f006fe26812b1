#pragma once
// Hard attention: one slot, learned with softmax's gradient.

#include "attention/normalisers/normaliser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// 1 at the highest score of each column (the first of equal ones), exactly 0 elsewhere; the gradient is softmax's
/// (straight-through: Bengio, Léonard & Courville 2013, section 4; Jang, Gu & Poole 2017, section 2.2, without noise).
/// scores: slots×heads.
Var hard(Var scores);

class HardNormaliser final : public Normaliser {
 public:
  using Normaliser::weights;
  Var weights(Var scores) const override { return hard(scores); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
