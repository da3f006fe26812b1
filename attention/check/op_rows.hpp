#pragma once
// The rows of attention/ in the table of ops.

#include "autodiff/check/op_row.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<OpRow>& attention_op_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
