#pragma once
// How alike each slot is to each key.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Numbers of a slot, and of a key.
struct SimilarityWidths {
  size_t slot, key;
};

class Similarity {
 public:
  virtual ~Similarity() = default;

  /// memory: slots×its width; keys: their width×heads, the same but where the similarity maps from one to the other; →
  /// slots×heads, any real numbers.
  virtual Var scores(Var memory, Var keys) const = 0;

  /// scores() in two halves, for a memory that stays as it is while many keys come, such as an encoder's annotations:
  /// what is made of the slots alone, slots×any width …
  virtual Var prepared(Var memory) const { return memory; }
  /// … and the same scores from it, to rounding.
  virtual Var scores_of(Var prepared, Var keys) const { return scores(prepared, keys); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
