#pragma once
// IDX files (LeCun, Cortes & Burges 1998, "The MNIST database of handwritten digits"): arrays of bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/stored/stored_pictures.hpp"

namespace tapehead {

struct IdxArray {
  std::vector<uint32_t> sizes;  ///< of each dimension, the slowest first
  std::string bytes;            ///< as many as their product
};

/// The array in an IDX file: two zeros, 8 (unsigned bytes), the number of dimensions; the size of each as four bytes,
/// big-endian; then the numbers. gzip is unpacked. `name` names the file in errors. Throws InputError for anything
/// else, and for another number of dimensions.
IdxArray parse_idx(const std::string& name, std::string bytes, size_t dimensions);

/// The folder of Fashion-MNIST (Xiao, Rasul & Vollgraf 2017) in Debian's package dataset-fashion-mnist: 60,000 pictures
/// of articles of clothing to train on and 10,000 for testing, 28×28, grey.
inline constexpr std::string_view kFashionFolder = "/usr/share/datasets/fashion-mnist";
inline constexpr std::string_view kFashionPackage = "dataset-fashion-mnist";

/// MNIST's four files in a folder, train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and
/// t10k-labels-idx1-ubyte, each plain or with .gz. Classes are named by `names`, from label 0 on; without names they
/// are the labels in training, named by their numbers. Throws InputError, which names the file, for one that is
/// missing, damaged, or inconsistent with the others; for fewer than two classes, a name without a picture, and a
/// tested class without training pictures.
PictureSet read_idx_folder(const std::string& folder, std::vector<std::string> names = {});

/// Whether a folder has any of these files.
bool has_idx_files(const std::string& folder);

/// Reads the folder, or the Debian package where `folder` is empty. Throws InputError as read_idx_folder() does; where
/// the package is missing it says how to install it.
PictureSet read_fashion(const std::string& folder);

}  // namespace tapehead
