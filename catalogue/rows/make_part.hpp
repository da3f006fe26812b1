#pragma once
// Makes a part from the row with its name.

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The row that settings.text(choice) names. Throws InputError for a name without a row.
template <class Rows>
const auto& find_row(const Rows& rows, const Settings& settings, const char* choice) {
  const std::string& name = settings.text(choice);
  std::vector<std::string> names;
  for (const auto& row : rows) {
    if (row.info.name == name) return row;
    names.push_back(row.info.name);
  }
  throw InputError(unknown_name(choice, name, names));
}

/// The part of that row.
template <class Rows, class... Argument>
auto make_part(const Rows& rows, const Settings& settings, const char* choice, Argument&&... arguments) {
  return find_row(rows, settings, choice).make(std::forward<Argument>(arguments)...);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
