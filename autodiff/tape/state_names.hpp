#pragma once
// The names of a state's values as data, for code that does not know whose state it is.

#include <string>
#include <utility>
#include <vector>

#include "autodiff/tape/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A state has parts, or values: those that `values` names, of which the last may be missing (values that exist in
/// training alone), then as many equally long lists as `lists` names. Names consist of letters, digits and underscores,
/// in the papers' terms.
struct StateNames {
  std::string name;  ///< of a part within its whole
  std::vector<std::string> values = {}, lists = {};
  std::vector<StateNames> parts = {};

  bool operator==(const StateNames&) const = default;
};

/// The names in the argument of TAPEHEAD_VALUES: "reads, memory".
std::vector<std::string> split_names(const char* fields);

/// The names declared by a struct's TAPEHEAD_VALUES or TAPEHEAD_LISTS.
template <class T>
StateNames names_of() {
  if constexpr (FieldsOf<T, Var>)
    return {"", split_names(T::kFields)};
  else
    return {"", {}, split_names(T::kFields)};
}
/// The names of parts, each with those of its own values.
template <FieldsOf<State> T>
StateNames names_of(std::vector<StateNames> parts) {
  const auto names = split_names(T::kFields);
  for (size_t i = 0; i < parts.size(); ++i) parts[i].name = names.at(i);
  return {"", {}, {}, std::move(parts)};
}

/// For parts that are layers: "layer", or "layer_1" …
StateNames names_of_layers(std::vector<StateNames> layers);

/// The name unchanged if `count` is 1, else name_1, name_2 …
std::vector<std::string> numbered(const std::string& name, size_t count);
/// For `count` structs in a row: h_1, c_1, h_2, c_2.
StateNames numbered(const StateNames& one, size_t count);
/// The values of `first`, then those of `second`.
StateNames joined(StateNames first, const StateNames& second);

struct NamedValue {
  std::string path;  ///< "memory/usage"; for a list's values "memory/values/0"
  Var value;
};
/// All values of a state with their names. Throws ShapeError for names of another state.
std::vector<NamedValue> named_values(const State& state, const StateNames& names);

struct NamedNumbers {
  std::string path;  ///< as NamedValue's
  Carried::Value value;
};
/// The same of a state outside of any tape.
std::vector<NamedNumbers> named_values(Carried& state, const StateNames& names);

}  // namespace tapehead::inline TAPEHEAD_REAL
