#pragma once
// Arrays as an HDF5 file in memory. HDF5 itself crashes at exit where it could not write a whole file; bytes can be
// written as a checkpoint is, whole or not at all.

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
  // Its description, as attributes; empty ones are left out.
  std::vector<std::string> axes;    ///< the meaning of each dimension
  std::vector<double> range;        ///< the least and greatest value
  std::string title;                ///< for people
  std::vector<uint32_t> grid = {};  ///< height and width of the grid over a picture whose cells the rows are
};

/// A dataset of UTF-8 texts, one after the other: an attribute could hold no more than 64 KB.
struct Hdf5Texts {
  std::string name;
  std::vector<std::string> texts;
};

/// Attributes of the file: name and text.
using Hdf5Attributes = std::vector<std::pair<std::string, std::string>>;

/// The bytes of the file; each group keeps the order of its entries; `attributes` are those of the root. Throws
/// std::bad_alloc: only memory can run out.
std::string hdf5_bytes(const std::vector<Hdf5Array>& arrays, const Hdf5Attributes& attributes = {},
                       const std::vector<Hdf5Texts>& texts = {});

}  // namespace tapehead::inline TAPEHEAD_REAL
