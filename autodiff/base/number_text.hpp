#pragma once
// Numbers read from text: the one place for options, CSV, JSON and the files of a run.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <version>

namespace tapehead {

/// The number that the whole text is, in the form of std::from_chars: "-0.5", "2e-3". Nothing for any other text
/// (empty, " 1", "+1", "1,5", "1e"), for inf and nan, and for numbers beyond Number; `is_beyond` tells these last
/// apart.
template <class Number>
std::optional<Number> read_number(std::string_view text, bool* is_beyond = nullptr) {
  Number value{};
  bool is_whole = false, is_inside = true;
#ifndef __cpp_lib_to_chars  // Debian 12's emscripten
  if constexpr (std::is_floating_point_v<Number>) {
    const std::string copy(text);
    char* end = nullptr;
    const bool plain = text.find_first_not_of("0123456789.eE+-") == text.npos && !text.starts_with('+');
    value = static_cast<Number>(std::strtod(copy.c_str(), &end));
    is_whole = plain && !copy.empty() && end == copy.c_str() + copy.size();
  } else
#endif
  {
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    is_whole = error != std::errc::invalid_argument && end == last;
    is_inside = error == std::errc();
  }
  if constexpr (std::is_floating_point_v<Number>) is_inside = is_inside && std::isfinite(value);
  if (is_beyond) *is_beyond = is_whole && !is_inside;
  return is_whole && is_inside ? std::optional(value) : std::nullopt;
}

/// The greatest count that a file may hold: up to it a double holds every whole number.
inline constexpr uint64_t kGreatestCount = uint64_t{1} << 53;

/// The whole number from 0 to kGreatestCount that the whole text is.
inline std::optional<uint64_t> read_count(std::string_view text) {
  const auto count = read_number<uint64_t>(text);
  return count && *count <= kGreatestCount ? count : std::nullopt;
}

}  // namespace tapehead
