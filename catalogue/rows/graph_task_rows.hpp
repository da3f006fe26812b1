#pragma once
// Rows of the graph tasks.

#include <vector>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<TaskRow> graph_task_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
