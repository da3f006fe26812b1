#pragma once
// The safetensors container: eight bytes with the header's length, a JSON header, then the tensors' bytes end to end.
// PyTorch, JAX and a few lines of NumPy read it (docs/checkpoint-format.md). It knows nothing of models.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/files/named_tensor.hpp"

namespace tapehead {

struct SafetensorsFile {
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;

  bool operator==(const SafetensorsFile&) const = default;
};

/// The file's bytes, the same for the same content: tensors in the order given, but 8-byte numbers before 4-byte ones
/// for alignment. Throws ShapeError for duplicate names and data that do not fill their shape, InputError for text that
/// is not UTF-8 or too long.
std::string to_bytes(const SafetensorsFile& file);

/// Tensors in the order of their data. Everything is checked: throws InputError, led by `where`, for bytes that are not
/// exactly such a file, and for types of numbers that are none of ours. F16 and BF16 become F32, which holds all that
/// they hold.
SafetensorsFile from_bytes(std::string_view bytes, const std::string& where);

/// Writes to_bytes() by write_atomically(). Throws FileError too.
void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file);

/// from_bytes() of a file of at most 16 GiB. Throws FileError too.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

}  // namespace tapehead
