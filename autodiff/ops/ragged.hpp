#pragma once
// Sequences of different lengths side by side, and sequences as the slots of a memory.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// `lengths`: one for each item, in memory that lives as long as the tape's sequence.

/// Reverses each sequence: column s of item b is x's column lengths[b] − 1 − s; columns beyond the length stay. x:
/// rows×steps, numbers or tokens. → the same.
Var reversed(Var x, std::span<const uint32_t> lengths);

/// The last step of each sequence: item b of steps[lengths[b] − 1], or of the first step where its length is 0. All
/// steps have one shape; → that shape.
Var last_of(std::span<const Var> steps, std::span<const uint32_t> lengths);

/// The mean of each sequence's steps, or its first column where its length is 0: rows×steps → rows×1.
Var mean_of(Var x, std::span<const uint32_t> lengths);

/// Concatenates batches: all items of the first part, then all of the second, and so on; parts of equal rows and cols.
Var join_items(std::span<const Var> parts);

/// The transpose: rows×cols → cols×rows.
Var transposed(Var x);

}  // namespace tapehead::inline TAPEHEAD_REAL
