#pragma once
// Decoding of PNG files.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

struct PngPicture {
  PictureSize size;
  std::vector<uint8_t> pixels;
};

/// A PNG of any kind as grey (luminance), or as red, green and blue where colours are kept; 8 bits a number,
/// transparent parts on black. `name` names the file in errors. Throws InputError for anything that is no PNG file,
/// damaged, or larger than 4096×4096 pixels.
PngPicture parse_png(const std::string& name, std::string_view bytes, bool colours);

/// The same for a file. Throws InputError also where it cannot be read.
PngPicture read_png(const std::string& path, bool colours);

}  // namespace tapehead
