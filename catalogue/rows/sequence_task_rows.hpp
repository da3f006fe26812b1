#pragma once
// Rows of the tasks with sequences of tokens as answers, and of text.

#include <vector>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<TaskRow> sequence_task_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
