#pragma once
// Text for manual pages in the language man(7).

#include <string>
#include <string_view>

namespace tapehead {

/// Escapes `text` so that it is read literally: nothing in it is a request or an escape, and a hyphen stays the ASCII
/// one. The result is ASCII; it may stand inside a line or as a macro's argument.
std::string roff(std::string_view text);

/// The same, in bold.
std::string roff_bold(std::string_view text);

}  // namespace tapehead
