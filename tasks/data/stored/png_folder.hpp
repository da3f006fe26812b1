#pragma once
// Folders of PNG files: one for each class.

#include "tasks/data/stored/stored_pictures.hpp"

namespace tapehead {

/// FOLDER/CLASS/*.png, classes and files in the order of their names; or FOLDER/train/CLASS/*.png and
/// FOLDER/test/CLASS/*.png, where the test set is as it was published. All pictures are of one size. What is hidden,
/// and what does not end with .png, is passed over. Throws InputError, which names folder or file, for fewer than two
/// classes, one without a picture, one to be tested that is not trained on, a picture of another size, and one that
/// cannot be read.
PictureSet read_png_folder(const std::string& folder, bool colours);

}  // namespace tapehead
