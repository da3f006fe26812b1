#pragma once
// Arrays as an HDF5 file, made in memory: HDF5 crashes at exit where it could not write all of a file, and bytes can go
// to the disk as a checkpoint's do, whole or not at all.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct Hdf5Array {
  std::string name;              ///< of the dataset; "read/weights" lies in a group "read"
  std::vector<uint64_t> shape;   ///< the last dimension runs fastest
  std::span<const Real> values;  ///< borrowed; as many as the shape has
  // What it says of itself, as attributes; what is empty is not said.
  std::vector<std::string> axes;    ///< what each dimension is
  std::vector<double> range;        ///< between which two numbers its values lie
  std::string title;                ///< what a person calls it
  std::vector<uint32_t> grid = {};  ///< of rows that are cells over a picture: how many high, how many across
};

/// A dataset of texts in UTF-8, one after the other: an attribute could hold no more than 64 KB.
struct Hdf5Texts {
  std::string name;
  std::vector<std::string> texts;
};

/// Words that the file says of itself: name and text.
using Hdf5Attributes = std::vector<std::pair<std::string, std::string>>;

/// The file's bytes, in which each group remembers the order of what is in it; attributes are those of its root. Throws
/// std::bad_alloc, for memory is all that can run out.
std::string hdf5_bytes(const std::vector<Hdf5Array>& arrays, const Hdf5Attributes& attributes = {},
                       const std::vector<Hdf5Texts>& texts = {});

}  // namespace tapehead::inline TAPEHEAD_REAL
