#pragma once
// Additive attention over time, fused: every score is what a small network makes of a key and the query (Bahdanau, Cho
// & Bengio 2015, section A.1.2; Cheng, Dong & Lapata 2016, eq. 4 to 6).

#include <optional>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Σⱼ wⱼ·valueⱼ over what a step each has left behind, w the softmax of vᵀ·tanh(keyⱼ + query). query: size×1; v: size×1
/// without a batch; keys: size×1 each; values: as many, all of one shape; there: steps×1, 1 where a step is and 0 where
/// there is none, which gets weight 0 and no gradient (of an item without any the result is 0); absent: all are. → a
/// value's shape. Costs grow with the number of steps, and nothing of them is copied.
/// weights, unless null, gets what each step weighs, for whoever looks on: steps×1; no gradient goes back through it.
Var attend_additively(Var query, Var v, std::span<const Var> keys, std::span<const Var> values,
                      std::optional<Var> there = {}, Var* weights = nullptr);

}  // namespace tapehead::inline TAPEHEAD_REAL
