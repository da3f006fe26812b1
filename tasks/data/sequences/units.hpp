#pragma once
// The units of a line as a sequence: characters or words.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/text/blanks.hpp"

namespace tapehead {

enum class Units {
  kCharacters,  ///< code points of UTF-8, blanks included
  kWords,       ///< text between blanks (tasks/data/text/blanks.hpp); with several lines, line ends too
};

/// "characters" or "words".
std::string_view name_of(Units units);

/// The length in bytes of the UTF-8 character that begins with this byte.
inline size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// Calls `with` for each unit of a text, which must be UTF-8, with LF alone as line ends.
template <class With>
void for_each_unit(std::string_view text, Units units, With with) {
  for (size_t at = 0, end = 0; at < text.size(); at = end) {
    if (units == Units::kCharacters || text[at] == '\n') {
      end = at + character_size(text[at]);
    } else if (const size_t blank = blank_size(text.substr(at))) {
      end = at + blank;
      continue;
    } else {
      end = at;
      do end += character_size(text[end]);
      while (end < text.size() && blank_size(text.substr(end)) == 0);
    }
    with(text.substr(at, end - at));
  }
}

size_t count_units(std::string_view text, Units units);

/// The units joined: characters directly, words with blanks.
std::string joined(std::span<const std::string_view> units, Units kind);

}  // namespace tapehead
