#pragma once
// Embedding of tokens before a machine's controller.

#include "autodiff/tape/scope.hpp"
#include "models/machine/stem.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A learned vector for each token; zeros for kNoToken. Without it a token is a column of the controller's own weights,
/// which start the smaller the more tokens there are: of a hundred thousand all look alike. Vectors start at N(0, 1),
/// equally far apart for any number of tokens.
class EmbeddingStem final : public Stem {
 public:
  /// Throws InputError for steps that are no tokens.
  EmbeddingStem(const Scope& scope, size_t size, const Spec& spec);

  size_t size() const override { return size_; }
  Var operator()(Tape& tape, Var steps) const override;
  std::optional<LookedUp> looked_up() const override { return LookedUp{table_, tokens_}; }

 private:
  size_t size_, tokens_;
  Parameter table_;  ///< size × tokens
};

}  // namespace tapehead::inline TAPEHEAD_REAL
