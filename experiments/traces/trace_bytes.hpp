#pragma once
// A trace as a file's bytes, in either of two forms.

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What hdf5_bytes() makes of these; where `file` is called .safetensors, such a file: the arrays without what they say
/// of themselves, the attributes as metadata, and so the texts, each dataset a JSON list. Other programs open it
/// without HDF5 (docs/traces.md).
std::string trace_bytes(const std::filesystem::path& file, const std::vector<Hdf5Array>& arrays,
                        const Hdf5Attributes& attributes, const std::vector<Hdf5Texts>& texts);

}  // namespace tapehead::inline TAPEHEAD_REAL
