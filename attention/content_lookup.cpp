#include "attention/content_lookup.hpp"

#include "autodiff/ops.hpp"
#include "autodiff/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var ContentLookup::weights(Var memory, Var keys, Var strengths, const Var* mask) const {
  const Var k = squashed(keys);
  return weights_of(similarity_->scores(memory, k), k, strengths, mask);
}

Var ContentLookup::squashed(Var keys) const { return squash_keys_ ? tanh(keys) : keys; }

Var ContentLookup::weights_of(Var scores, Var keys, Var strengths, const Var* mask) const {
  const Var sharpened = multiply(strengths, scores);
  const Var weights = mask ? normaliser_->weights(sharpened, *mask) : normaliser_->weights(sharpened);
  watch_heads("key", keys, kVector);
  watch_heads("strength", strengths, kStrength);
  watch_heads("content", weights, kWeighting.called("weighting by content"));
  return weights;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
