#pragma once
// Sparsemax: like softmax, but low scores get exactly zero.

#include "attention/normalisers/normaliser.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The projection of each column onto the simplex (Martins & Astudillo 2016, eqs. 1–3): max(z − τ, 0), with τ such that
/// it sums to 1. Slots with zero weight get no gradient; the others get theirs minus its mean (section 2.5). scores:
/// slots×heads.
Var sparsemax(Var scores);

class SparsemaxNormaliser final : public Normaliser {
 public:
  using Normaliser::weights;
  Var weights(Var scores) const override { return sparsemax(scores); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
