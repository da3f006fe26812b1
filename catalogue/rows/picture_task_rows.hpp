#pragma once
// Rows of the picture tasks.

#include <vector>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<TaskRow> picture_task_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
