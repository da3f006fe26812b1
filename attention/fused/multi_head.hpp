#pragma once
// Multi-head attention over time, fused: each head takes its own rows of query, keys and values, scores every key by
// its product with the query over √(rows of a head), and gives the values' mean under the softmax of the scores
// (Vaswani et al. 2017, section 3.2).

#include <optional>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One query over what a step each has left behind. query: size×1; remembered: 2·size×1 each, the key above the value;
/// `heads` divides size. → size×1. Costs grow with the number of steps, and nothing of them is copied.
Var attend(Var query, std::span<const Var> remembered, size_t heads);

/// All steps at once, each over itself and those before it: column t is attend() of query t over keys and values 0 … t.
/// projected: 3·size×steps, query above key above value. → size×steps. In float a column has the same bits whatever
/// follows it.
Var attend_causally(Var projected, size_t heads);

/// Several queries over keys and values that all of them see, of this sequence or of another. queries: size×targets;
/// remembered: 2·size×slots, key above value; there: slots×1, 1 where a slot is and 0 where there is none, which gets
/// weight 0 and no gradient (of an item without any the result is 0); absent: all are. → size×targets. In float a
/// column has the same bits whatever queries stand beside it and however many slots there are not.
/// weights, unless null, gets what each slot weighs, for whoever looks on: slots×(heads·targets), a query's heads side
/// by side; no gradient goes back through it.
Var attend_across(Var queries, Var remembered, std::optional<Var> there, size_t heads, Var* weights = nullptr);

}  // namespace tapehead::inline TAPEHEAD_REAL
