#include "attention/content_lookup.hpp"

#include "autodiff/ops/watch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void ContentLookup::show_key(Var keys, Var strengths) {
  watch_heads("key", keys, kVector);
  watch_heads("strength", strengths, kStrength);
}

void ContentLookup::show_found(Var keys) { watch_heads("found", keys, kVector.called("what was found, as a key")); }

void ContentLookup::show_weights(Var weights) {
  watch_heads("content", weights, kWeighting.called("weighting by content"));
}

Var ContentLookup::weights_in(Var prepared, Var keys, const Var* strengths, const Var* mask) const {
  return normalised(similarity_->scores_of(prepared, squash_keys_ ? tanh(keys) : keys), strengths, mask);
}

Var ContentLookup::normalised(Var scores, const Var* strengths, const Var* mask) const {
  if (mask) return normaliser_->weights(strengths ? multiply(*strengths, scores) : scores, *mask);
  return strengths ? normaliser_->weights_at(*strengths, scores) : normaliser_->weights(scores);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
