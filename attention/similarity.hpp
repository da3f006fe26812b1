#pragma once
// How alike each slot is to each key.

#include "autodiff/tape.hpp"

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
};

}  // namespace tapehead::inline TAPEHEAD_REAL
