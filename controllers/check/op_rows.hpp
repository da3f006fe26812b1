#pragma once
// The rows of controllers/ in the table of ops.

#include "autodiff/check/op_row.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<OpRow>& controllers_op_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
