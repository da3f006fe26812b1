#include "attention/content_lookup.hpp"

#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var ContentLookup::weights(Var memory, Var keys, Var strengths, const Var* mask) const {
  const Var k = squashed(keys);
  return weights_of(similarity_->scores(memory, k), k, strengths, mask);
}

Var ContentLookup::squashed(Var keys) const { return squash_keys_ ? tanh(keys) : keys; }

Var ContentLookup::weights_of(Var scores, Var keys, Var strengths, const Var* mask) const {
  const Var weights = normalised(scores, &strengths, mask);
  watch_heads("key", keys, kVector);
  watch_heads("strength", strengths, kStrength);
  watch_heads("content", weights, kWeighting.called("weighting by content"));
  return weights;
}

Var ContentLookup::weights_in(Var prepared, Var keys, const Var* strengths, const Var* mask) const {
  return normalised(similarity_->scores_of(prepared, squashed(keys)), strengths, mask);
}

Var ContentLookup::normalised(Var scores, const Var* strengths, const Var* mask) const {
  if (mask) return normaliser_->weights(strengths ? multiply(*strengths, scores) : scores, *mask);
  return strengths ? normaliser_->weights_at(*strengths, scores) : normaliser_->weights(scores);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
