#pragma once
// Parts of C++20 that the standard library of Debian 12's emscripten lacks, in one place and under names of their own.

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <version>
#ifdef __cpp_lib_source_location
#include <source_location>
#endif

namespace tapehead {

#ifdef __cpp_lib_source_location
using SourceLocation = std::source_location;
#else
/// Like std::source_location, reduced to the function's name, which is all that the engine needs.
class SourceLocation final {
 public:
  static constexpr SourceLocation current(const char* function = __builtin_FUNCTION()) {
    SourceLocation here;
    here.function_ = function;
    return here;
  }
  constexpr const char* function_name() const { return function_; }

 private:
  const char* function_ = "";
};
#endif

/// std::from_chars for a text that must be a number and nothing else; false where it is not.
template <class Number>
bool read_whole_number(std::string_view text, Number& value) {
#ifndef __cpp_lib_to_chars
  if constexpr (std::is_floating_point_v<Number>) {
    const std::string copy(text);
    char* end = nullptr;
    const bool plain = text.find_first_not_of("0123456789.eE+-") == text.npos && !text.starts_with('+');
    value = static_cast<Number>(std::strtod(copy.c_str(), &end));
    return plain && !copy.empty() && end == copy.c_str() + copy.size();
  } else
#endif
  {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  }
}

/// std::bit_cast
template <class To, class From>
[[gnu::always_inline]] constexpr To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace tapehead
