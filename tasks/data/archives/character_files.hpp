#pragma once
// Characters in Omniglot's layout (Lake, Salakhutdinov & Tenenbaum 2015): folders of PNG files, or zip files of those.

#include "tasks/data/stored/stored_characters.hpp"

namespace tapehead {

/// Reads a folder, or a zip file, which counts as a folder of its name: …/ALPHABET/CHARACTER/*.png at any depth, and
/// all zip files in the folder; links to folders are followed. Files below a folder images_evaluation are the published
/// test set. Skipped are hidden files, names that do not end with .png, and byte-identical copies within a class. Order
/// is by name. Throws InputError, naming file or folder, if there is nothing, for fewer than two pictures of a class,
/// for a picture that is no PNG file, damaged or larger than a megabyte, for a damaged zip file, and for what cannot be
/// read.
CharacterSet read_characters(const std::string& path);

}  // namespace tapehead
