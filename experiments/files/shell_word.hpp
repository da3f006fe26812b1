#pragma once
// Words quoted for a POSIX shell.

#include <string>
#include <vector>

namespace tapehead {

/// The word itself where it needs no quotes, else in single quotes.
std::string shell_word(const std::string& word);

/// `tapehead eval 'my run'`.
std::string command_line(const std::vector<std::string>& words);

}  // namespace tapehead
