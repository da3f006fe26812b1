#pragma once
// Arrays as an HDF5 file, made in memory: HDF5 crashes at exit where it could not write all of a file, and bytes can go
// to the disk as a checkpoint's do, whole or not at all.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "autodiff/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct Hdf5Array {
  std::string name;              ///< of the dataset; "read/weights" lies in a group "read"
  std::vector<uint64_t> shape;   ///< the last dimension runs fastest
  std::span<const Real> values;  ///< borrowed; as many as the shape has
};

/// The file's bytes. Throws std::bad_alloc, for memory is all that can run out.
std::string hdf5_bytes(const std::vector<Hdf5Array>& arrays);

}  // namespace tapehead::inline TAPEHEAD_REAL
