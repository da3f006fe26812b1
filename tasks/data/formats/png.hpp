#pragma once
// PNG files as bytes of a picture.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

struct PngPicture {
  PictureSize size;
  std::vector<uint8_t> pixels;
};

/// A picture of any kind that PNG has, made grey (by its luminance), or red, green and blue where colours are kept; 8
/// bits a number, what is transparent on black. `name` stands for the file in errors. Throws InputError for what is
/// no PNG file, damaged, or of more than 4096×4096 pixels.
PngPicture parse_png(const std::string& name, std::string_view bytes, bool colours);

/// Of a file. Throws InputError also for one that cannot be read.
PngPicture read_png(const std::string& path, bool colours);

}  // namespace tapehead
