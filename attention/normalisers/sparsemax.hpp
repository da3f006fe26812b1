#pragma once
// Softmax's sparse relative: what scores too low gets exactly nothing.

#include "attention/normalisers/normaliser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The point of the simplex nearest to each column (Martins & Astudillo 2016, eqs. 1–3): max(z − τ, 0), τ such that it
/// sums to 1. Slots of zero weight get no gradient, the others theirs less its mean (section 2.5). scores: slots×heads.
Var sparsemax(Var scores);

class SparsemaxNormaliser final : public Normaliser {
 public:
  using Normaliser::weights;
  Var weights(Var scores) const override { return sparsemax(scores); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
