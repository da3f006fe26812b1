#pragma once
// The name of an op, from the function that records it.

#include <string_view>

namespace tapehead {

/// "tapehead::f32::Var tapehead::f32::softmax(tapehead::f32::Var)" → "softmax"; a parameter's name stays as it is.
inline std::string_view bare_name(std::string_view signature) {
  const std::string_view before = signature.substr(0, signature.find('('));
  const size_t colons = before.rfind("::");
  return colons == std::string_view::npos ? before : before.substr(colons + 2);
}

}  // namespace tapehead
