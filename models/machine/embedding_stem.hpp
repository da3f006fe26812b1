#pragma once
// What a machine is told of steps that are tokens, where it has a vector for each.

#include "autodiff/tape/scope.hpp"
#include "models/machine/stem.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A vector for each token, learned; zeros for none. Without it a token is a column of the controller's own weights,
/// which begin the smaller the more tokens there are: of a hundred thousand all look alike. A vector begins as normal
/// numbers of deviation 1, as wide apart with many tokens as with few.
class EmbeddingStem final : public Stem {
 public:
  /// Throws InputError for steps that are no tokens.
  EmbeddingStem(const Scope& scope, size_t size, const Spec& spec);

  size_t size() const override { return size_; }
  Var operator()(Tape& tape, Var steps) const override;

 private:
  size_t size_;
  Parameter table_;  ///< size × tokens
};

}  // namespace tapehead::inline TAPEHEAD_REAL
