#pragma once
// Scores that follow from the key alone, whatever the slots hold.

#include "attention/scores/similarity.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// W·k_h, W learned: one score for each place (Luong, Pham & Manning 2015, section 3.1, eq. 8, "location").
class LocationSimilarity final : public Similarity {
 public:
  /// places: the number of scores; a memory may have fewer slots.
  LocationSimilarity(const Scope& scope, SimilarityWidths widths, size_t places);
  /// Throws InputError for more slots than places.
  Var scores(Var memory, Var keys) const override;

 private:
  Parameter weights_;  // places×key width
};

}  // namespace tapehead::inline TAPEHEAD_REAL
