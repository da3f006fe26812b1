#include "controllers/transformer_layers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

SelfAttention::SelfAttention(const Scope& scope, const TransformerLayerSettings& settings, Positions positions,
                             size_t max_distance)
    : half_(scope, settings, 3 * settings.size, settings.size),
      attention_(scope, settings.size, settings.heads, positions, max_distance) {}

Var SelfAttention::causally(const Context& context, Var tokens, const StepPlaces& places) const {
  return half_(context, tokens,
               [&](Var projected) { return attention_.causally(attention_.at_places(projected, places)); });
}

Var SelfAttention::among(const Context& context, Var tokens, std::optional<Var> there, Var* weights) const {
  const size_t size = tokens.rows;
  return half_(context, tokens, [&](Var projected) {
    return attend_across(rows(projected, 0, size), rows(projected, size, 2 * size), there, heads(), weights);
  });
}

Var SelfAttention::next(const Context& context, Var token, std::span<Var> remembered, const StepPlaces& place) const {
  return half_(context, token,
               [&](Var projected) { return attention_.next(attention_.at_places(projected, place), remembered); });
}

Var CrossAttention::operator()(const Context& context, Var tokens, Var remembered, Var there, Var* weights) const {
  return half_(context, tokens,
               [&](Var queries) { return attend_across(queries, remembered, there, heads_, weights); });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
