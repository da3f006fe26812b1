#pragma once
// The width of the terminal, and texts that fit it.

#include <cstddef>
#include <string>

namespace tapehead {

inline constexpr size_t kWidest = 120;  ///< longer lines are hard to read

/// The length of a line on standard output: of the terminal, from 60 to `most`; 0 where there is none.
size_t terminal_columns(size_t most = kWidest);

/// `text` wrapped between words to lines of `columns`; every line but the first is indented by `indent` blanks.
std::string wrapped(const std::string& text, size_t indent, size_t columns);

}  // namespace tapehead
