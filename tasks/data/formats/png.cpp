#include "tasks/data/formats/png.hpp"

#include <fmt/format.h>
#include <png.h>

#include "autodiff/base/error.hpp"
#include "autodiff/files/file_kind.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead {
namespace {

constexpr uint32_t kMostPngSide = 4096;  // pixels; a file of a few bytes may claim a picture of gigabytes

struct OpenPng {
  png_image image{};
  OpenPng() { image.version = PNG_IMAGE_VERSION; }
  ~OpenPng() { png_image_free(&image); }
};

}  // namespace

PngPicture parse_png(const std::string& name, std::string_view bytes, bool colours) {
  OpenPng open;
  png_image& image = open.image;
  const auto refuse = [&] {
    if (const FileKind kind = kind_of(bytes); kind != FileKind::kUnknown && kind != FileKind::kPng)
      throw InputError(fmt::format("{}: is {}; a whole PNG file is needed", name, name_of(kind)));
    throw InputError(fmt::format("{}: cannot be read ({}); a whole PNG file is needed", name, image.message));
  };
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) refuse();
  if (image.width > kMostPngSide || image.height > kMostPngSide)
    throw InputError(fmt::format("{}: got {}×{} pixels; at most {}×{} are needed", name, image.height, image.width,
                                 kMostPngSide, kMostPngSide));
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // otherwise 16-bit numbers are taken for linear ones
  image.format = colours ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  PngPicture picture{{image.height, image.width, colours ? 3u : 1u}, {}};
  picture.pixels.resize(picture.size.bytes());
  const png_color black{0, 0, 0};
  if (png_image_finish_read(&image, &black, picture.pixels.data(), 0, nullptr) == 0) refuse();
  return picture;
}

PngPicture read_png(const std::string& path, bool colours) {
  return parse_png(path, read_text_file(path, "a PNG file"), colours);
}

}  // namespace tapehead
