#pragma once
// Nearness: the nearer a slot is to a key, the higher its score.

#include "attention/scores/similarity.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// y(n,h) = −|Mₙ − k_h|², 0 where they are equal. Squared, as in prototypical networks (Snell, Swersky & Zemel 2017,
/// eq. 2): smooth everywhere, and softmax of β times it weighs slots by a Gaussian about the key, β being its
/// precision. memory: slots×width; keys: width×heads; → slots×heads.
Var negative_distance(Var memory, Var keys);

class NegativeDistanceSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override { return negative_distance(memory, keys); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
