#pragma once
// A whole file in memory.

#include <string>

#include "autodiff/files/file_kind.hpp"

namespace tapehead {

/// The bytes of the file at `path`. Throws InputError, which ends with what is `needed`, where it cannot be read, is no
/// regular file or holds more than 1 GiB.
std::string read_text_file(const std::string& path, const std::string& needed);

/// The same for a text. Throws InputError also for a file that is no text: `x.tsv: is a zip file; … is needed`.
std::string read_plain_text(const std::string& path, const std::string& needed);

/// The same for a text of one kind (kUnknown: one that has no kind). Throws InputError also for a text of another kind.
std::string read_text_of(FileKind kind, const std::string& path, const std::string& needed);

}  // namespace tapehead
