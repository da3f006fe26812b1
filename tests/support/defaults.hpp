#pragma once
// Parts with default options.

#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Sets each option of a row to its default.
inline void add_defaults(const PartInfo& row, Settings& settings) {
  for (const Option& option : row.options)
    if (option.type != Option::Type::kLimits) settings.set(option.name, option.value);
}

/// The task of that name.
inline const TaskRow& task_row(std::string_view name) {
  for (const TaskRow& row : task_rows())
    if (row.info.name == name) return row;
  throw std::logic_error("no task " + std::string(name));
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
