#pragma once
// Reads folders of PNG files, one folder for each class.

#include "tasks/data/stored/stored_pictures.hpp"

namespace tapehead {

/// FOLDER/CLASS/*.png, classes and files sorted by name; or FOLDER/train/CLASS/*.png and FOLDER/test/CLASS/*.png, where
/// the test set is the published one. All pictures must have one size. Hidden files and names that do not end with .png
/// are skipped. Throws InputError, which names folder or file, for fewer than two classes, a class without a picture, a
/// tested class without training pictures, a picture of another size, and one that cannot be read.
PictureSet read_png_folder(const std::string& folder, bool colours);

}  // namespace tapehead
