#pragma once
// Checks that all values of a state have distinct names.

#include <catch2/catch.hpp>

#include <set>
#include <string>

#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// The paths of all its values. `all`: whether every single value must be present.
inline std::set<std::string> check_named(const State& state, const StateNames& names, bool all) {
  std::set<std::string> paths;
  for (const NamedValue& one : named_values(state, names)) {
    INFO(one.path);
    CHECK(paths.insert(one.path).second);
    CHECK(one.path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_/") == one.path.npos);
  }
  const auto none_missing = [](const auto& self, const State& s, const StateNames& n) -> bool {
    for (size_t i = 0; i < n.parts.size(); ++i)
      if (!self(self, s.parts()[i], n.parts[i])) return false;
    return s.size() >= n.values.size();
  };
  if (all) CHECK(none_missing(none_missing, state, names));
  return paths;
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
