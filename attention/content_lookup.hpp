#pragma once
// Look-up by content: score the slots against a key, and normalise (Graves et al. 2014, eq. 5).

#include <memory>

#include "attention/normalisers/normaliser.hpp"
#include "attention/scores/similarity.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// w = normaliser(β·similarity(M, k)), for any number of heads at once.
class ContentLookup final {
 public:
  ContentLookup(std::unique_ptr<Similarity> similarity, std::unique_ptr<Normaliser> normaliser, bool squash_keys)
      : similarity_(std::move(similarity)), normaliser_(std::move(normaliser)), squash_keys_(squash_keys) {}

  /// memory: slots×width; keys: width×heads, which go through tanh here where keys are squashed; key strengths β:
  /// 1×heads, positive; → slots×heads. Keys and slots may differ in width where the similarity maps between them. mask:
  /// which slots are there; nullptr: all (attention/normalisers/normaliser.hpp). Watched as "key", "strength" and
  /// "content".
  Var weights(Var memory, Var keys, Var strengths, const Var* mask = nullptr) const;

  /// The two halves of weights(), for scores computed elsewhere.
  Var squashed(Var keys) const;
  Var weights_of(Var scores, Var keys, Var strengths, const Var* mask = nullptr) const;

  /// For a constant memory and many keys: the part that depends on the memory alone, computed once, and w for each key;
  /// strengths nullptr: all 1. Not watched.
  Var prepared(Var memory) const { return similarity_->prepared(memory); }
  Var weights_in(Var prepared, Var keys, const Var* strengths, const Var* mask) const;

 private:
  Var normalised(Var scores, const Var* strengths, const Var* mask) const;

  std::unique_ptr<Similarity> similarity_;
  std::unique_ptr<Normaliser> normaliser_;
  bool squash_keys_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
