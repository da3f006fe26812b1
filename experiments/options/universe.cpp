#include "experiments/options/universe.hpp"

#include <algorithm>
#include <iterator>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostNames = 10;  // names that an error lists: a longer list helps nobody

/// The part of a name before its first dot: "memory"; empty without a dot.
std::string_view head_of(std::string_view name) {
  const size_t dot = name.find('.');
  return name.substr(0, dot == name.npos ? 0 : dot);
}

/// The nearest names first, at most kMostNames.
std::vector<std::string> nearest_names(std::string_view got, std::vector<std::string> valid) {
  std::vector<std::string> nearest;
  while (nearest.size() < kMostNames && !valid.empty()) {
    nearest.push_back(nearest_name(got, valid));
    std::erase(valid, nearest.back());
  }
  return nearest;
}

}  // namespace

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
  const auto of_head = [&](std::string_view head) {
    std::vector<std::string> kin;
    std::copy_if(valid.begin(), valid.end(), std::back_inserter(kin),
                 [&](const std::string& name) { return head_of(name) == head; });
    return kin;
  };
  std::vector<std::string> kin = got.find('.') == got.npos ? std::vector<std::string>() : of_head(head_of(got));
  const std::string nearest = nearest_name(got, kin.empty() ? valid : kin);
  if (kin.empty()) kin = valid.size() > kMostNames ? of_head(head_of(nearest)) : valid;
  const std::vector<std::string> listed = kin.size() > kMostNames ? nearest_names(got, kin) : kin;
  const std::string text = unknown_name(where, printable(got), listed);
  if (listed.size() == kin.size()) return InputError(text);
  return InputError(text + " and " + std::to_string(kin.size() - listed.size()) + " more, which --help lists");
}

}  // namespace tapehead
