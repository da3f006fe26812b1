#pragma once
// Bytes that gzip packed.

#include <string>
#include <string_view>

namespace tapehead {

/// Whether they begin as gzip's do.
inline bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// What was packed. `name` stands for the file in errors. Throws InputError for what is damaged or cut off, and for
/// more than 1 GiB.
std::string unpacked(const std::string& name, std::string_view bytes);

}  // namespace tapehead
