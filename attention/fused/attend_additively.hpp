#pragma once
// Additive attention over time, fused: a small network scores each key against the query (Bahdanau, Cho & Bengio 2015,
// section A.1.2; Cheng, Dong & Lapata 2016, eq. 4 to 6).

#include <optional>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Σⱼ wⱼ·valueⱼ over what each step left behind, w the softmax of vᵀ·tanh(keyⱼ + query). query: size×1; v: size×1
/// without a batch; keys: size×1 each; values: as many, all of one shape; there: steps×1, 1 for a step that is there
/// and 0 for one that is not, which gets weight 0 and no gradient (the result is 0 for an item without any); absent:
/// all are there. → a value's shape. The cost grows with the number of steps; nothing is copied.
/// weights, unless null, gets the steps' weights for a watcher: steps×1, without a gradient.
Var attend_additively(Var query, Var v, std::span<const Var> keys, std::span<const Var> values,
                      std::optional<Var> there = {}, Var* weights = nullptr);

}  // namespace tapehead::inline TAPEHEAD_REAL
