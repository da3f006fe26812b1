#pragma once
// Capitals.

#include <string>
#include <string_view>

namespace tapehead {

/// A word of the letters a to z in capitals.
inline std::string upper_case(std::string_view word) {
  std::string upper(word);
  for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
  return upper;
}

}  // namespace tapehead
