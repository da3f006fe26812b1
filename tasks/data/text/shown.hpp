#pragma once
// A file's text made fit for a terminal, or for one line of an error.

#include <string>
#include <string_view>

namespace tapehead {

/// `text`, UTF-8, with something else in the place of each control character (U+0000 to U+001F, U+007F to U+009F):
/// what `stands_for` gives for its code point.
template <class StandsFor>
std::string without_controls(std::string_view text, StandsFor stands_for) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_longer = byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
    if (is_longer)
      plain += stands_for(static_cast<unsigned char>(text[++at]));
    else if (byte < ' ' || byte == 0x7F)
      plain += stands_for(byte);
    else
      plain += text[at];
  }
  return plain;
}

/// `text` as a terminal may have it: line ends and tabs as they are, other control characters as pictures of them
/// (U+2400 …), those without a picture as U+FFFD. So no file moves the cursor or changes colours.
inline std::string visible(std::string_view text) {
  return without_controls(text, [](unsigned char control) -> std::string {
    if (control == '\n' || control == '\t') return {static_cast<char>(control)};
    if (control > 0x7F) return "\uFFFD";
    return {'\xE2', '\x90', control == 0x7F ? '\xA1' : static_cast<char>(0x80 + control)};
  });
}

/// `text` in quotes: control characters as '?', cut after 40 bytes at most, at the boundary of a UTF-8 character.
inline std::string shown(std::string_view text) {
  constexpr size_t kMost = 40;
  size_t end = text.size();
  if (end > kMost)
    for (end = kMost; end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80;) --end;
  const std::string line = without_controls(text.substr(0, end), [](unsigned char) { return "?"; });
  return '"' + line + (end < text.size() ? "...\"" : "\"");
}

}  // namespace tapehead
