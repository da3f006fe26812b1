#pragma once
// The width of the terminal, and texts that fit it.

#include <unistd.h>

#include <cstddef>
#include <string>

namespace tapehead {

inline constexpr size_t kWidest = 120;  ///< longer lines are hard to read

/// Characters of a text in UTF-8.
size_t characters(const std::string& text);

/// The length of a line on that standard stream: of the terminal, from 60 to `most`; 0 where there is none.
size_t terminal_columns(size_t most = kWidest, int stream = STDOUT_FILENO);

/// `text` wrapped between words to lines of `columns` characters; every line but the first is indented by `indent`
/// blanks, the first is taken to stand there.
std::string wrapped(const std::string& text, size_t indent, size_t columns);

/// Prints "tapehead: TEXT" on standard error: a line, or where that is a terminal as many as it takes there.
void print_message(const std::string& text);

}  // namespace tapehead
