#pragma once
// Which reading head a writing head belongs to.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// For each of `writers` writing heads the column of the reading head that it belongs to, j mod R for the j-th.
/// of_readers: any×R; → any×writers.
Var of_writers(Var of_readers, size_t writers);

}  // namespace tapehead::inline TAPEHEAD_REAL
