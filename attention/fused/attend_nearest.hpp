#pragma once
// Multi-head attention to the few steps whose keys are nearest.

#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What is read of the steps that a head attends to: their values, or the keys themselves, for a next look-up.
enum class ReadOf { kValues, kKeys };

/// As attend() (attention/fused/multi_head.hpp), but each head sees alone the `count` steps whose keys have the
/// greatest products with its query, of equal ones the earlier; the other steps weigh 0 and get no gradient. All keys
/// are looked at, so that none is missed. query: size×1; remembered: 2·size×1 each, the key above the value. → size×1.
Var attend_nearest(Var query, std::span<const Var> remembered, size_t heads, size_t count,
                   ReadOf read_of = ReadOf::kValues);

}  // namespace tapehead::inline TAPEHEAD_REAL
