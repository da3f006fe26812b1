#pragma once
// A similarity for keys whose width differs from the slots'.

#include <memory>

#include "attention/scores/similarity.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// similarity(M, W·k), W learned; it starts as the identity on as many numbers as both have.
class MappedSimilarity final : public Similarity {
 public:
  MappedSimilarity(const Scope& scope, SimilarityWidths widths, std::unique_ptr<Similarity> similarity)
      : similarity_(std::move(similarity)), weights_(scope.add("key-weights", widths.slot, widths.key, identity())) {}

  Var scores(Var memory, Var keys) const override { return similarity_->scores(memory, mapped(keys)); }
  Var prepared(Var memory) const override { return similarity_->prepared(memory); }
  Var scores_of(Var prepared, Var keys) const override { return similarity_->scores_of(prepared, mapped(keys)); }

 private:
  Var mapped(Var keys) const { return matmul(keys.tape->parameter(weights_), keys); }

  std::unique_ptr<Similarity> similarity_;
  Parameter weights_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
