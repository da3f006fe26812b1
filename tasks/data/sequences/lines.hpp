#pragma once
// The lines of a text file.

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "autodiff/base/error.hpp"
#include "autodiff/files/utf8.hpp"

namespace tapehead {

/// Throws InputError: `words.txt:7: got …; … is needed`.
[[noreturn]] inline void refuse_line(const std::string& name, size_t number, const std::string& got,
                                     const std::string& needed) {
  throw InputError(fmt::format("{}:{}: {}; {}", name, number, got, needed));
}

/// Throws InputError for a line that is not UTF-8.
inline void check_utf8(std::string_view line) {
  if (const size_t at = first_non_utf8(line); at != line.npos)
    throw InputError(fmt::format("byte {} of the line is not UTF-8; text in UTF-8 is needed", at + 1));
}

/// Calls with(line, its number from 1) for each line, without its end (\n or \r\n) and without a byte order mark before
/// the first; empty lines at the end are skipped. Throws InputError for a line that is not UTF-8.
template <class With>
void for_each_line(const std::string& name, std::string_view text, With with) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  text = text.substr(0, text.find_last_not_of("\r\n") + 1);
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const size_t at = first_non_utf8(line); at != line.npos)
      refuse_line(name, number, fmt::format("byte {} of the line is not UTF-8", at + 1), "text in UTF-8 is needed");
    with(line, number);
  }
}

}  // namespace tapehead
