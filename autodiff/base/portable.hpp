#pragma once
// Parts of C++20 that the standard library of Debian 12's emscripten lacks, in one place and under names of their own.

#include <cstdlib>
#include <string>
#include <string_view>
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

/// std::bit_cast
template <class To, class From>
[[gnu::always_inline]] constexpr To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace tapehead
