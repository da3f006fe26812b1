#pragma once
// Rows of the tasks whose answers are sequences of tokens, and of text.

#include <vector>

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<TaskRow> sequence_task_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
