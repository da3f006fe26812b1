#pragma once
// How scores become a weighting.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class Normaliser {
 public:
  virtual ~Normaliser() = default;

  /// scores: slots×heads; → slots×heads, each column on the simplex.
  virtual Var weights(Var scores) const = 0;

  /// weights() of strengths·scores, with key strengths 1×heads.
  virtual Var weights_at(Var strengths, Var scores) const;

  /// weights() over those slots that are there: where the mask (slots×1, or slots×heads) is 0 instead of 1, a slot gets
  /// weight 0 and no gradient, whatever its (finite) score. A column without any slot is all zeros.
  Var weights(Var scores, Var mask) const;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
