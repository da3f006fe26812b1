#pragma once
// The table of all ops, collected from the floors.

#include "autodiff/check/op_row.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<OpRow> op_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
