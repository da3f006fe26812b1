#include "experiments/options/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostTold = 4;  // more would not be read in one line

std::string value_in(const Layer& layer, const std::string& name) {
  const auto found = layer.entries.find(name);
  if (found == layer.entries.end()) return "none";
  return found->second.value.empty() ? "\"\"" : printable(found->second.value);
}

}  // namespace

std::string told_differences(const Layer& there, const Layer& here, const std::vector<std::string>& without) {
  std::set<std::string> names;
  for (const Layer* layer : {&there, &here})
    for (const auto& [name, entry] : layer->entries) names.insert(name);
  for (const std::string& name : without) names.erase(name);
  std::string text;
  size_t count = 0;
  for (const std::string& name : names) {
    const std::string a = value_in(there, name), b = value_in(here, name);
    if (a == b || ++count > kMostTold) continue;
    text += fmt::format("{}{}: {} there, {} here", text.empty() ? "" : "; ", name, a, b);
  }
  return count > kMostTold ? fmt::format("{}; and {} more", text, count - kMostTold) : text;
}

}  // namespace tapehead
