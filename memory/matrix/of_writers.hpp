#pragma once
// Which reading head a writing head belongs to.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A column for each of `writers` writing heads: that of the reading head it belongs to, j mod R for the j-th.
/// of_readers: any×R; → any×writers.
Var of_writers(Var of_readers, size_t writers);

}  // namespace tapehead::inline TAPEHEAD_REAL
