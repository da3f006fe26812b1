#pragma once
// A trace as the bytes of a file, in one of two formats.

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The result of hdf5_bytes(); for a `file` named .safetensors such a file: the arrays without their descriptions, the
/// attributes as metadata, and the texts too, each dataset as a JSON list. Other programs can read it without HDF5
/// (docs/traces.md).
std::string trace_bytes(const std::filesystem::path& file, const std::vector<Hdf5Array>& arrays,
                        const Hdf5Attributes& attributes, const std::vector<Hdf5Texts>& texts);

}  // namespace tapehead::inline TAPEHEAD_REAL
