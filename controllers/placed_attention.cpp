#include "controllers/placed_attention.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

PlacedAttention::PlacedAttention(const Scope& scope, size_t size, size_t heads, Positions positions,
                                 size_t max_distance)
    : size_(size), heads_(heads), positions_(positions) {
  if (positions != Positions::kRelative) return;
  age_keys_ = scope.add("age-keys", size / heads, max_distance + 1, normal(kPositionDeviation));
  age_values_ = scope.add("age-values", size / heads, max_distance + 1, normal(kPositionDeviation));
}

Var PlacedAttention::at_places(Var projected, const StepPlaces& places) const {
  return positions_ == Positions::kRotary ? turn_by_place(projected, 2 * size_, 2 * heads_, places) : projected;
}

std::optional<AgeVectors> PlacedAttention::ages(Tape& tape) const {
  if (positions_ != Positions::kRelative) return {};
  return AgeVectors{tape.parameter(age_keys_), tape.parameter(age_values_)};
}

Var PlacedAttention::causally(Var projected) const {
  return attend_causally(projected, heads_, penalty(), ages(*projected.tape));
}

Var PlacedAttention::next(Var projected, std::span<Var> remembered) const {
  remembered.back() = rows(projected, size_, 2 * size_);
  return attend(rows(projected, 0, size_), remembered, heads_, penalty(), ages(*projected.tape));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
