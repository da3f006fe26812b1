#pragma once
// Decompression of gzip.

#include <string>
#include <string_view>

namespace tapehead {

/// Whether the bytes begin with gzip's magic number.
inline bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// The decompressed bytes. `name` names the file in errors. Throws InputError for damaged or truncated input, and for
/// more than 1 GiB.
std::string unpacked(const std::string& name, std::string_view bytes);

}  // namespace tapehead
