#pragma once
// The one reader of lines, for files, standard input and prompts. A line ends in LF, CR LF or CR; a byte order mark
// before the first does not count.

#include <fmt/format.h>

#include <cstddef>
#include <istream>
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

/// Takes the byte order mark off a text, if it begins with one.
void take_mark(std::string_view& text);

/// Takes the first line off a text, and gives it without its end.
std::string_view take_line(std::string_view& text);

/// A text without its byte order mark, each of whose lines ends in LF.
std::string with_line_feeds(std::string_view text);

/// Calls with(line, its number from 1) for each line; empty lines at the end are skipped. Throws InputError for a line
/// that is not UTF-8.
template <class With>
void for_each_line(const std::string& name, std::string_view text, With with) {
  take_mark(text);
  text = text.substr(0, text.find_last_not_of("\r\n") + 1);
  for (size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (const size_t at = first_non_utf8(line); at != line.npos)
      refuse_line(name, number, fmt::format("byte {} of the line is not UTF-8", at + 1), "text in UTF-8 is needed");
    with(line, number);
  }
}

/// The lines of a stream. Each is there as soon as its end is: behind a CR it does not wait for an LF.
class LineStream final {
 public:
  explicit LineStream(std::istream& in) : in_(in) {}
  /// The next line without its end; false where there is none.
  bool next(std::string& line);

 private:
  std::istream& in_;
  bool is_first_ = true, after_return_ = false;
};

}  // namespace tapehead
