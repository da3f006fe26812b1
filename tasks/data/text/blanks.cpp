#include "tasks/data/text/blanks.hpp"

#include <algorithm>

namespace tapehead {

size_t blank_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first == ' ' || (first >= '\t' && first <= '\r') ? 1 : 0;
  // U+0085, U+00A0; U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F; U+3000
  constexpr std::string_view kLonger[] = {
      "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83",
      "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A",
      "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
  for (const std::string_view blank : kLonger)
    if (text.starts_with(blank)) return blank.size();
  return 0;
}

std::string_view before_blank(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && blank_size(text.substr(end)) == 0) ++end;
  return text.substr(0, end);
}

std::string_view trimmed(std::string_view text) {
  while (const size_t size = blank_size(text)) text.remove_prefix(size);
  const auto blank_at_end = [&]() -> size_t {
    constexpr size_t kLongest = 3;
    for (size_t size = 1; size <= std::min(kLongest, text.size()); ++size)
      if (blank_size(text.substr(text.size() - size)) == size) return size;
    return 0;
  };
  while (const size_t size = blank_at_end()) text.remove_suffix(size);
  return text;
}

}  // namespace tapehead
