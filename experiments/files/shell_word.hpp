#pragma once
// Words as a POSIX shell takes them.

#include <string>
#include <vector>

namespace tapehead {

/// The word itself where it is plain, else in single quotes.
std::string shell_word(const std::string& word);

/// `tapehead eval 'my run'`.
std::string command_line(const std::vector<std::string>& words);

}  // namespace tapehead
