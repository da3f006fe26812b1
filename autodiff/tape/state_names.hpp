#pragma once
// What the values of a state are called, as data: for whoever looks at a state without knowing whose it is.

#include <string>
#include <utility>
#include <vector>

#include "autodiff/tape/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A state has parts, or values: those that `values` names, of which the last may be missing (what is there in training
/// alone), then as many equally long lists as `lists` names. Names are words of letters, digits and underscores, in the
/// papers' terms.
struct StateNames {
  std::string name;  ///< of a part, in its whole
  std::vector<std::string> values = {}, lists = {};
  std::vector<StateNames> parts = {};

  bool operator==(const StateNames&) const = default;
};

/// The names in a list as TAPEHEAD_VALUES has it: "reads, memory".
std::vector<std::string> split_names(const char* fields);

/// The names of a struct that TAPEHEAD_VALUES or TAPEHEAD_LISTS declares.
template <class T>
StateNames names_of() {
  if constexpr (FieldsOf<T, Var>)
    return {"", split_names(T::kFields)};
  else
    return {"", {}, split_names(T::kFields)};
}
/// The names of parts, each with its own.
template <FieldsOf<State> T>
StateNames names_of(std::vector<StateNames> parts) {
  const auto names = split_names(T::kFields);
  for (size_t i = 0; i < parts.size(); ++i) parts[i].name = names.at(i);
  return {"", {}, {}, std::move(parts)};
}

/// Of parts that are layers of a whole: "layer", or "layer_1" …
StateNames names_of_layers(std::vector<StateNames> layers);

/// The name as it is where there is one of it, else name_1, name_2 …
std::vector<std::string> numbered(const std::string& name, size_t count);
/// Of `count` structs one behind the other: h_1, c_1, h_2, c_2.
StateNames numbered(const StateNames& one, size_t count);
/// First, and behind its values the second's.
StateNames joined(StateNames first, const StateNames& second);

struct NamedValue {
  std::string path;  ///< "memory/usage", of a list's values "memory/values/0"
  Var value;
};
/// All values of a state with their names. Throws ShapeError for names of another state.
std::vector<NamedValue> named_values(const State& state, const StateNames& names);

}  // namespace tapehead::inline TAPEHEAD_REAL
