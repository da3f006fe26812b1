#include "attention/normalisers/normaliser.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var Normaliser::weights_at(Var strengths, Var scores) const { return weights(multiply(strengths, scores)); }

Var Normaliser::weights(Var scores, Var mask) const {
  constexpr Real kNowhere = Real(1e30);  // below any score, yet finite, so that masked slots do not become NaN
  const Var there = add(multiply(scores, mask), scale(shift(mask, -1), kNowhere));
  return multiply(weights(there), mask);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
