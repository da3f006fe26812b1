#pragma once
// The dot product as similarity: it depends on direction and length, and is cheap.

#include <cmath>

#include "attention/scores/similarity.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Mₙ·k_h.
class DotSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override { return matmul(memory, keys); }
};

/// Mₙ·k_h / √width, whose spread does not depend on the width (Vaswani et al. 2017, eq. 1).
class ScaledDotSimilarity final : public Similarity {
 public:
  Var scores(Var memory, Var keys) const override {
    return matmul(memory, scale(keys, 1 / std::sqrt(static_cast<Real>(keys.rows))));
  }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
