#include "experiments/options/universe.hpp"

#include <algorithm>
#include <iterator>

#include "autodiff/base/error.hpp"

namespace tapehead {

Universe all_declarations(const Declarations& declarations) {
  Universe all;
  for (const auto& option : declarations.root) all[option.name].push_back({&option, nullptr, {}});
  for (const auto kind : kPartKinds)
    for (const PartInfo* row : declarations.rows(kind))
      for (const auto& option : row->options) all[option.name].push_back({&option, row, kind});
  return all;
}

std::vector<std::string> names_of(const Universe& universe) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : universe) names.push_back(name);
  return names;
}

InputError unknown_option(const std::string& where, std::string_view got, const std::vector<std::string>& valid) {
  std::vector<std::string> kin;
  if (const size_t dot = got.find('.'); dot != got.npos)
    std::copy_if(valid.begin(), valid.end(), std::back_inserter(kin),
                 [&](const std::string& name) { return name.starts_with(got.substr(0, dot + 1)); });
  return InputError(unknown_name(where, printable(got), kin.empty() ? valid : kin));
}

}  // namespace tapehead
