#pragma once
// The interface of similarities: how alike each slot is to each key.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Numbers of a slot, and of a key.
struct SimilarityWidths {
  size_t slot, key;
};

class Similarity {
 public:
  virtual ~Similarity() = default;

  /// memory: slots×(slot width); keys: (key width)×heads, which is the same unless the similarity maps between them; →
  /// slots×heads, any real numbers.
  virtual Var scores(Var memory, Var keys) const = 0;

  /// scores() in two halves, for a constant memory and many keys, such as an encoder's annotations: the part that
  /// depends on the slots alone, slots×any width …
  virtual Var prepared(Var memory) const { return memory; }
  /// … and the same scores from it, up to rounding.
  virtual Var scores_of(Var prepared, Var keys) const { return scores(prepared, keys); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
