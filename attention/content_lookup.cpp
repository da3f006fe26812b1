#include "attention/content_lookup.hpp"

#include "autodiff/ops.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var ContentLookup::weights(Var memory, Var keys, Var strengths) const {
  const Var k = squashed(keys);
  return weights_of(similarity_->scores(memory, k), k, strengths);
}

Var ContentLookup::squashed(Var keys) const { return squash_keys_ ? tanh(keys) : keys; }

Var ContentLookup::weights_of(Var scores, Var keys, Var strengths) const {
  const Var weights = normaliser_->weights(multiply(strengths, scores));
  watch_heads("key", keys, kVector);
  watch_heads("strength", strengths, kStrength);
  watch_heads("content", weights, kWeighting.called("weighting by content"));
  return weights;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
