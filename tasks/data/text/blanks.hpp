#pragma once
// Blanks: the code points that Unicode calls White_Space (PropList.txt). They part words, and around a text they do not
// count.

#include <cstddef>
#include <string_view>

namespace tapehead {

/// The bytes of the blank that a text in UTF-8 begins with; 0: it begins with none.
size_t blank_size(std::string_view text);

/// The part of a text before its first blank, or all of it.
std::string_view before_blank(std::string_view text);

/// Calls `with` for each part between blanks; none is empty.
template <class With>
void for_each_part(std::string_view text, With with) {
  while (!text.empty()) {
    const std::string_view part = before_blank(text);
    if (!part.empty()) with(part);
    text.remove_prefix(part.size());
    while (const size_t blank = blank_size(text)) text.remove_prefix(blank);
  }
}

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

}  // namespace tapehead
