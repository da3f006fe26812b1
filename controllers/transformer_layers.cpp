#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

namespace {

AgePenalty penalty_of(Positions positions) {
  return positions == Positions::kAlibi ? AgePenalty::kLinear : AgePenalty::kNone;
}

}  // namespace

SelfAttention::SelfAttention(const Scope& scope, const TransformerLayerSettings& settings, size_t ages)
    : half_(scope, settings, 3 * settings.size, settings.size), heads_(settings.heads) {
  if (ages == 0) return;
  const size_t width = settings.size / settings.heads;
  age_keys_ = scope.add("age-keys", width, ages, normal(kPositionDeviation));
  age_values_ = scope.add("age-values", width, ages, normal(kPositionDeviation));
}

std::optional<AgeVectors> SelfAttention::ages(Tape& tape, Positions positions) const {
  if (positions != Positions::kRelative) return {};
  return AgeVectors{tape.parameter(age_keys_), tape.parameter(age_values_)};
}

Var SelfAttention::causally(const Context& context, Var tokens, Positions positions, const StepPlaces& places) const {
  return half_(context, tokens, [&](Var projected) {
    if (positions == Positions::kRotary) projected = turn_by_place(projected, 2 * tokens.rows, 2 * heads_, places);
    return attend_causally(projected, heads_, penalty_of(positions), ages(context.tape, positions));
  });
}

Var SelfAttention::among(const Context& context, Var tokens, std::optional<Var> there, Var* weights) const {
  const size_t size = tokens.rows;
  return half_(context, tokens, [&](Var projected) {
    return attend_across(rows(projected, 0, size), rows(projected, size, 2 * size), there, heads_, weights);
  });
}

Var SelfAttention::next(const Context& context, Var token, std::span<Var> remembered, Positions positions,
                        const StepPlaces& place) const {
  const size_t size = token.rows;
  return half_(context, token, [&](Var projected) {
    if (positions == Positions::kRotary) projected = turn_by_place(projected, 2 * size, 2 * heads_, place);
    remembered.back() = rows(projected, size, 2 * size);
    return attend(rows(projected, 0, size), remembered, heads_, penalty_of(positions), ages(context.tape, positions));
  });
}

Var CrossAttention::operator()(const Context& context, Var tokens, Var remembered, Var there, Var* weights) const {
  return half_(context, tokens,
               [&](Var queries) { return attend_across(queries, remembered, there, heads_, weights); });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
