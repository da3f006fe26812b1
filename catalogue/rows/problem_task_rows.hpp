#pragma once
// Rows of tasks that are problems on tokens.

#include <vector>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<TaskRow> problem_task_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
