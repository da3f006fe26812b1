#pragma once
// Makes a part from the row with its name.

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Makes the part named by settings.text(choice). Throws InputError for a name without a row.
template <class Rows, class... Argument>
auto make_part(const Rows& rows, const Settings& settings, const char* choice, Argument&&... arguments) {
  const std::string& name = settings.text(choice);
  std::vector<std::string> names;
  for (const auto& row : rows) {
    if (row.info.name == name) return row.make(std::forward<Argument>(arguments)...);
    names.push_back(row.info.name);
  }
  throw InputError(unknown_name(choice, name, names));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
