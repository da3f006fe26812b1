#pragma once
// Columns chosen by number.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// `count` columns of each item of x, in the order given: `chosen` has the numbers of one item after those of another,
/// in place (it must be the tape's memory), and may repeat one. rows×cols → rows×count. Throws ShapeError for a column
/// that x lacks.
Var chosen_columns(Var x, const uint32_t* chosen, size_t count);

}  // namespace tapehead::inline TAPEHEAD_REAL
