#pragma once
// Text in the language of manual pages: man(7).

#include <string>
#include <string_view>

namespace tapehead {

/// `text` as it is to be read, whatever is in it: no part of it is a request or an escape, and a hyphen is the one that
/// is typed. All that comes out is ASCII. May stand in the middle of a line, and as the argument of a macro.
std::string roff(std::string_view text);

/// The same, in bold.
std::string roff_bold(std::string_view text);

}  // namespace tapehead
