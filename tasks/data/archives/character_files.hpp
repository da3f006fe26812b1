#pragma once
// Characters as Omniglot has them (Lake, Salakhutdinov & Tenenbaum 2015): folders of PNG files, or zip files of those.

#include "tasks/data/stored/stored_characters.hpp"

namespace tapehead {

/// Of a folder, or a zip file, which is as a folder of its name: …/ALPHABET/CHARACTER/*.png at any depth, and all zip
/// files that lie in the folder; links to folders are followed. What lies below a folder images_evaluation is the test
/// set as it was published. What is hidden, what does not end with .png, and a file that its class has already, byte by
/// byte, is passed over. In the order of their names. Throws InputError, which names file or folder, for none, for
/// fewer than two pictures of a class, for a picture that is no PNG file, damaged or larger than a megabyte, for a
/// damaged zip file, and for what cannot be read.
CharacterSet read_characters(const std::string& path);

}  // namespace tapehead
