#pragma once
// The negative squared distance as similarity.

#include "attention/scores/similarity.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// y(n,h) = −|Mₙ − k_h|², 0 where they are equal. Squared, as in prototypical networks (Snell, Swersky & Zemel 2017,
/// eq. 2), it is smooth everywhere, and the softmax of β·y weights slots by a Gaussian around the key with precision
/// 2β. memory: slots×width; keys: width×heads; → slots×heads.
Var negative_distance(Var memory, Var keys);

class NegativeDistanceSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override { return negative_distance(memory, keys); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
