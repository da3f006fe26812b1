#pragma once
// A file's text made fit for one line of an error.

#include <string>
#include <string_view>

namespace tapehead {

/// `text` in quotes: control characters as '?', cut after 40 bytes at most, at the boundary of a UTF-8 character.
inline std::string shown(std::string_view text) {
  constexpr size_t kMost = 40;
  size_t end = text.size();
  if (end > kMost)
    for (end = kMost; end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80;) --end;
  std::string line(text.substr(0, end));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return '"' + line + (end < text.size() ? "...\"" : "\"");
}

}  // namespace tapehead
