#include "autodiff/tape/state_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const State& values_of(const State& state) { return state; }
std::vector<Carried::Value> values_of(Carried& state) { return state.values(); }

template <class Whole, class Named>
void add_named(Whole& state, const StateNames& names, const std::string& prefix, std::vector<Named>& all) {
  const auto parts = state.parts();
  if (parts.size() != names.parts.size())
    throw ShapeError(fmt::format("named_values: got a state of {} parts at \"{}\", and names of {}; as many are needed",
                                 parts.size(), prefix, names.parts.size()));
  for (size_t i = 0; i < names.parts.size(); ++i)
    add_named(parts[i], names.parts[i], prefix + names.parts[i].name + "/", all);
  const auto& values = values_of(state);
  const size_t single = std::min(values.size(), names.values.size()), rest = values.size() - single;
  if (names.lists.empty() ? rest > 0 : rest % names.lists.size() != 0)
    throw ShapeError(
        fmt::format("named_values: got {} values at \"{}\", and names of {} and {} lists of one length; names of all "
                    "are needed",
                    values.size(), prefix, names.values.size(), names.lists.size()));
  for (size_t i = 0; i < single; ++i) all.push_back({prefix + names.values[i], values[i]});
  for (size_t l = 0, i = single; l < names.lists.size(); ++l)
    for (size_t k = 0; k < rest / names.lists.size(); ++k)
      all.push_back({fmt::format("{}{}/{}", prefix, names.lists[l], k), values[i++]});
}

}  // namespace

std::vector<std::string> split_names(const char* fields) {
  std::vector<std::string> names;
  for (std::string_view rest = fields; !rest.empty();) {
    const size_t end = std::min(rest.find(','), rest.size());
    names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.find_first_not_of(", ", end), rest.size()));
  }
  return names;
}

std::vector<std::string> numbered(const std::string& name, size_t count) {
  if (count == 1) return {name};
  std::vector<std::string> names;
  for (size_t i = 1; i <= count; ++i) names.push_back(fmt::format("{}_{}", name, i));
  return names;
}

StateNames names_of_layers(std::vector<StateNames> layers) {
  const auto names = numbered("layer", layers.size());
  for (size_t i = 0; i < layers.size(); ++i) layers[i].name = names[i];
  return {"", {}, {}, std::move(layers)};
}

StateNames numbered(const StateNames& one, size_t count) {
  StateNames all;
  for (size_t i = 0; i < count; ++i)
    for (const std::string& name : one.values) all.values.push_back(numbered(name, count)[i]);
  return all;
}

StateNames joined(StateNames first, const StateNames& second) {
  first.values.insert(first.values.end(), second.values.begin(), second.values.end());
  first.lists.insert(first.lists.end(), second.lists.begin(), second.lists.end());
  return first;
}

std::vector<NamedValue> named_values(const State& state, const StateNames& names) {
  std::vector<NamedValue> all;
  add_named(state, names, "", all);
  return all;
}

std::vector<NamedNumbers> named_values(Carried& state, const StateNames& names) {
  std::vector<NamedNumbers> all;
  add_named(state, names, "", all);
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
