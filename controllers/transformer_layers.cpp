#include "controllers/transformer_layers.hpp"

#include "attention/fused/multi_head.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

namespace {

AgePenalty penalty_of(Positions positions) {
  return positions == Positions::kAlibi ? AgePenalty::kLinear : AgePenalty::kNone;
}

}  // namespace

Var SelfAttention::causally(const Context& context, Var tokens, Positions positions) const {
  return half_(context, tokens, [&](Var projected) {
    if (positions == Positions::kRotary) projected = turn_by_place(projected, 2 * tokens.rows, 2 * heads_, 0);
    return attend_causally(projected, heads_, penalty_of(positions));
  });
}

Var SelfAttention::among(const Context& context, Var tokens, std::optional<Var> there, Var* weights) const {
  const size_t size = tokens.rows;
  return half_(context, tokens, [&](Var projected) {
    return attend_across(rows(projected, 0, size), rows(projected, size, 2 * size), there, heads_, weights);
  });
}

Var SelfAttention::next(const Context& context, Var token, std::span<Var> remembered, Positions positions) const {
  const size_t size = token.rows;
  return half_(context, token, [&](Var projected) {
    if (positions == Positions::kRotary)
      projected = turn_by_place(projected, 2 * size, 2 * heads_, remembered.size() - 1);
    remembered.back() = rows(projected, size, 2 * size);
    return attend(rows(projected, 0, size), remembered, heads_, penalty_of(positions));
  });
}

Var CrossAttention::operator()(const Context& context, Var tokens, Var remembered, Var there, Var* weights) const {
  return half_(context, tokens,
               [&](Var queries) { return attend_across(queries, remembered, there, heads_, weights); });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
