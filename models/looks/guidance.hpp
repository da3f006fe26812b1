#pragma once
// Guided attention: a training cost that tells looks where to go.

#include "models/encoders/encoder.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// How much each annotation belongs to what an answer's next token tells of, according to the batch: slots×looks,
/// numbers from 0 to 1 without a gradient. For a cell of a grid it is the share of its area within Batch::boxes, for a
/// step of the source 1 where Batch::aligned names it. 0 after the answer's end, and for tokens that tell of no place.
/// looks: of each item's answer, for items first … of the batch.
Var told_of(Tape& tape, const Batch& batch, size_t first, std::span<const uint32_t> looks, CellGrid grid, size_t slots,
            size_t most_looks);

/// −λ·Σₜ ln Σₛ gₜₛ·wₜₛ over looks with a non-zero g = told_of(): 1×1 an item. Like the strong supervision of Liu, Mao,
/// Sha & Yuille (2017, section 3.2), except that all places within a box are equally right: theirs wants looks spread
/// evenly over it.
Var guidance_cost(Var weights, Var told, Real factor);

}  // namespace tapehead::inline TAPEHEAD_REAL
