#pragma once
// Blanks: the code points that Unicode calls White_Space (PropList.txt). They part words, and around a text they do not
// count.

#include <cstddef>
#include <string_view>

namespace tapehead {

/// The bytes of the blank that a text in UTF-8 begins with; 0: it begins with none.
size_t blank_size(std::string_view text);

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

}  // namespace tapehead
