#pragma once
// Looking up by content: score the slots against a key, and normalise (Graves et al. 2014, eq. 5).

#include <memory>

#include "attention/normalisers/normaliser.hpp"
#include "attention/scores/similarity.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// w = normalised(β·similarity(M, k)), for any number of heads at once.
class ContentLookup final {
 public:
  ContentLookup(std::unique_ptr<Similarity> similarity, std::unique_ptr<Normaliser> normaliser, bool squash_keys)
      : similarity_(std::move(similarity)), normaliser_(std::move(normaliser)), squash_keys_(squash_keys) {}

  /// memory: slots×width; keys: width×heads, through tanh here where keys are squashed; strengths β: 1×heads, positive;
  /// → slots×heads. Keys may be of another width than slots where the similarity maps between the two. Where not all
  /// slots are there, a mask says so (attention/normalisers/normaliser.hpp). Shows what it sees as "key", "strength"
  /// and "content".
  Var weights(Var memory, Var keys, Var strengths, const Var* mask = nullptr) const;

  /// The two halves of weights(), for scores that are made otherwise.
  Var squashed(Var keys) const;
  Var weights_of(Var scores, Var keys, Var strengths, const Var* mask = nullptr) const;

  /// For a memory that stays as it is while many keys come: what is made of it once, and w for each key; strengths
  /// nullptr: all 1. Shows nothing.
  Var prepared(Var memory) const { return similarity_->prepared(memory); }
  Var weights_in(Var prepared, Var keys, const Var* strengths, const Var* mask) const;

 private:
  Var normalised(Var scores, const Var* strengths, const Var* mask) const;

  std::unique_ptr<Similarity> similarity_;
  std::unique_ptr<Normaliser> normaliser_;
  bool squash_keys_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
