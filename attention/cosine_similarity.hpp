#pragma once
// Likeness of direction, the similarity of the Turing machines.

#include "attention/cosine.hpp"
#include "attention/similarity.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

class CosineSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override { return cosine(memory, keys); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
