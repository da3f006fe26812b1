#pragma once
// Look-up by content: score the slots against a key, and normalise (Graves et al. 2014, eq. 5).

#include <memory>

#include "attention/normalisers/normaliser.hpp"
#include "attention/scores/similarity.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// w = normaliser(β·similarity(M, k)), for any number of heads at once. With several iterations what is found is the
/// next key, k ← Mᵀ·w, and the last w counts: the retrieval of modern Hopfield networks (Ramsauer et al. 2021,
/// "Hopfield networks is all you need", eq. 3), whose first iteration is attention.
class ContentLookup final {
 public:
  ContentLookup(std::unique_ptr<Similarity> similarity, std::unique_ptr<Normaliser> normaliser, bool squash_keys,
                size_t iterations = 1)
      : similarity_(std::move(similarity)),
        normaliser_(std::move(normaliser)),
        squash_keys_(squash_keys),
        iterations_(iterations) {}

  /// memory: slots×width; keys: width×heads, which go through tanh here where keys are squashed; key strengths β:
  /// 1×heads, positive; → slots×heads. Keys and slots may differ in width where the similarity maps between them. mask:
  /// which slots are there; nullptr: all (attention/normalisers/normaliser.hpp). Watched as "key", "strength" and
  /// "content"; of several iterations also "found", the last one's key.
  Var weights(Var memory, Var keys, Var strengths, const Var* mask = nullptr) const {
    return weights_by([&](Var k) { return similarity_->scores(memory, k); }, memory, keys, strengths, mask);
  }

  /// The same with another similarity: scores(keys), called with squashed keys, then with what was found.
  template <class Scores>
  Var weights_by(const Scores& scores, Var memory, Var keys, Var strengths, const Var* mask = nullptr) const {
    const Var key = squash_keys_ ? tanh(keys) : keys;
    Var weights = normalised(scores(key), &strengths, mask);
    show_key(key, strengths);
    for (size_t i = 1; i < iterations_; ++i) {
      const Var found = matmul_transposed(memory, weights);
      weights = normalised(scores(found), &strengths, mask);
      if (i + 1 == iterations_) show_found(found);
    }
    show_weights(weights);
    return weights;
  }

  /// For a constant memory and many keys: the part that depends on the memory alone, computed once, and w for each key,
  /// of one iteration; strengths nullptr: all 1. Not watched.
  Var prepared(Var memory) const { return similarity_->prepared(memory); }
  Var weights_in(Var prepared, Var keys, const Var* strengths, const Var* mask) const;

 private:
  Var normalised(Var scores, const Var* strengths, const Var* mask) const;
  static void show_key(Var keys, Var strengths);
  static void show_found(Var keys);
  static void show_weights(Var weights);

  std::unique_ptr<Similarity> similarity_;
  std::unique_ptr<Normaliser> normaliser_;
  bool squash_keys_;
  size_t iterations_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
