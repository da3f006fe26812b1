#pragma once
// The rows of memory/ in the table of ops.

#include "autodiff/check/op_row.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

const std::vector<OpRow>& memory_op_rows();

std::vector<OpRow> dnc_op_rows();
std::vector<OpRow> entity_op_rows();
std::vector<OpRow> fast_op_rows();
std::vector<OpRow> lru_op_rows();
std::vector<OpRow> sparse_op_rows();
std::vector<OpRow> stack_op_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
