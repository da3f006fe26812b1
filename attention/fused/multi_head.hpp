#pragma once
// Multi-head attention over time, fused: each head takes its rows of query, keys and values, scores each key by its
// product with the query over √(rows of a head), and returns the values' mean under the softmax of the scores (Vaswani
// et al. 2017, section 3.2).

#include <cmath>
#include <optional>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a step's age takes from its score.
enum class AgePenalty {
  kNone,
  kLinear,  ///< ALiBi (Press, Smith & Lewis 2022): 2^(−8h/heads) for each step of age, in head h = 1 … heads
};

/// The penalty for a step of age 1 in head 0 … heads − 1.
inline Real age_slope(AgePenalty penalty, size_t head, size_t heads) {
  constexpr double kLeast = -8;  // the exponent of the last head's
  if (penalty == AgePenalty::kNone) return 0;
  return static_cast<Real>(std::exp2(kLeast * static_cast<double>(head + 1) / static_cast<double>(heads)));
}

/// Relative positions (Shaw, Uszkoreit & Vaswani 2018, "Self-attention with relative position representations", eq. 3
/// and 4): what is added to each key and value by its step's age, the same in all heads. width of a head×ages each, one
/// item; the last column is for all greater ages too.
struct AgeVectors {
  Var keys, values;
};

/// One query over what each step left behind, the last of which has age 0. query: size×1; remembered: 2·size×1 each,
/// the key above the value; `heads` divides size. → size×1. The cost grows with the number of steps; nothing is copied.
Var attend(Var query, std::span<const Var> remembered, size_t heads, AgePenalty penalty = AgePenalty::kNone,
           const std::optional<AgeVectors>& ages = std::nullopt);

/// All steps at once, each over itself and those before it: column t is attend() of query t over keys and values 0 … t.
/// projected: 3·size×steps, query above key above value. → size×steps. In float a column does not depend on what
/// follows it, bit for bit.
Var attend_causally(Var projected, size_t heads, AgePenalty penalty = AgePenalty::kNone,
                    const std::optional<AgeVectors>& ages = std::nullopt);

/// Several queries over keys and values that all of them see, of this sequence or of another. queries: size×targets;
/// remembered: 2·size×slots, key above value; there: slots×1, 1 for a slot that is there and 0 for one that is not,
/// which gets weight 0 and no gradient (the result is 0 for an item without any); absent: all are there. →
/// size×targets. In float a column does not depend on the queries beside it nor on the number of absent slots, bit for
/// bit.
/// weights, unless null, gets the slots' weights for a watcher: slots×(heads·targets), a query's heads side by side,
/// without a gradient.
Var attend_across(Var queries, Var remembered, std::optional<Var> there, size_t heads, Var* weights = nullptr);

}  // namespace tapehead::inline TAPEHEAD_REAL
