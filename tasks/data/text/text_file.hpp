#pragma once
// A whole file in memory.

#include <string>

namespace tapehead {

/// The bytes of the file at `path`. Throws InputError, which ends with what is `needed`, where it cannot be read, is no
/// regular file or holds more than 1 GiB.
std::string read_text_file(const std::string& path, const std::string& needed);

}  // namespace tapehead
