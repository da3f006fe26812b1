#pragma once
// Attention of steps to those before them that tells places within, behind any projection.

#include <optional>
#include <span>

#include "attention/fused/multi_head.hpp"
#include "autodiff/tape/scope.hpp"
#include "controllers/positions.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Multi-head attention of each step to itself and those before it (Vaswani et al. 2017, section 3.2). Rotary and
/// relative positions and ALiBi count; other codes are added to tokens before.
class PlacedAttention final {
 public:
  /// heads divides size. max_distance: of relative positions, the distance from which on all are alike.
  PlacedAttention(const Scope& scope, size_t size, size_t heads, Positions positions = Positions::kNone,
                  size_t max_distance = 0);

  /// What attends, and is remembered, at those places: queries and keys are turned with rotary positions. projected:
  /// 3·size×steps, query above key above value; → the same.
  Var at_places(Var projected, const StepPlaces& places) const;
  /// projected: all steps from the first on, at their places. → size×steps.
  Var causally(Var projected) const;
  /// causally() for one more step. remembered: what each step before left behind, and at its end a place for what this
  /// step leaves, which is filled in: keys and values, 2·size×1.
  Var next(Var projected, std::span<Var> remembered) const;
  size_t heads() const { return heads_; }

 private:
  AgePenalty penalty() const { return positions_ == Positions::kAlibi ? AgePenalty::kLinear : AgePenalty::kNone; }
  std::optional<AgeVectors> ages(Tape& tape) const;

  size_t size_, heads_;
  Positions positions_;
  Parameter age_keys_{}, age_values_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
