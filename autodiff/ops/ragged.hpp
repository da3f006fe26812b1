#pragma once
// Sequences of different lengths side by side, and a sequence as the slots of a memory.

#include <cstdint>
#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// The lengths are those of the items, in memory that lives as long as the tape's sequence.

/// Each sequence from its own end to its beginning: column s of item b is x's column lengths[b] − 1 − s, and what is
/// beyond its length stays where it is. x: rows×steps, numbers or tokens. → the same.
Var reversed(Var x, std::span<const uint32_t> lengths);

/// What each sequence ended with: item b of steps[lengths[b] − 1], or of the first step where its length is 0. All
/// steps of one shape; → that shape.
Var last_of(std::span<const Var> steps, std::span<const uint32_t> lengths);

/// The mean of each sequence's steps, or its first column where its length is 0: rows×steps → rows×1.
Var mean_of(Var x, std::span<const uint32_t> lengths);

/// All items of the first part, then all of the second, and so on: parts of equal rows and cols.
Var join_items(std::span<const Var> parts);

/// Rows become columns: rows×cols → cols×rows.
Var transposed(Var x);

}  // namespace tapehead::inline TAPEHEAD_REAL
