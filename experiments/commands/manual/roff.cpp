#include "experiments/commands/manual/roff.hpp"

#include <fmt/format.h>

namespace tapehead {
namespace {

/// The escape of an ASCII character, for those that need one: a plain - may be set as another hyphen, a plain ' or ` as
/// a typographic quote, and " delimits a macro's argument.
std::string_view special(char c) {
  switch (c) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '"': return "\\(dq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    default: return "";
  }
}

/// Removes the first UTF-8 character of `text` and gives its code point.
uint32_t next_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t point = lead & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) point = point << 6 | (static_cast<unsigned char>(text.at(i)) & 0x3Fu);
  text.remove_prefix(length);
  return point;
}

}  // namespace

std::string roff(std::string_view text) {
  std::string all = text.starts_with('.') ? "\\&" : "";  // a request begins a line
  while (!text.empty()) {
    const char c = text[0];
    if (static_cast<unsigned char>(c) >= 0x80) {
      all += fmt::format("\\[u{:04X}]", next_code_point(text));
      continue;
    }
    const std::string_view written = special(c);
    if (written.empty())
      all += c;
    else
      all += written;
    text.remove_prefix(1);
  }
  return all;
}

std::string roff_bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }

}  // namespace tapehead
