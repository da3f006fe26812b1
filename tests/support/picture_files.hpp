#pragma once
// Files of pictures, made for a test.

#include <png.h>
#include <zlib.h>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace tapehead {

/// The bytes of a PNG file: grey, or red, green and blue.
inline std::string png_bytes(const std::vector<uint8_t>& pixels, uint32_t height, uint32_t width,
                             uint32_t channels = 1) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.height = height;
  image.width = width;
  image.format = channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  REQUIRE(pixels.size() == size_t{height} * width * channels);
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  REQUIRE(png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr) != 0);
  bytes.resize(size);
  return bytes;
}

/// The bytes of an IDX file of bytes.
inline std::string idx_bytes(const std::vector<uint32_t>& sizes, const std::string& numbers) {
  std::string bytes{'\0', '\0', '\x08', static_cast<char>(sizes.size())};
  for (const uint32_t size : sizes)
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(size >> shift & 0xff);
  return bytes + numbers;
}

/// As gzip packs them.
inline std::string gzip_bytes(const std::string& text) {
  z_stream z{};
  REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string bytes(deflateBound(&z, text.size()) + 32, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(bytes.data());
  z.avail_out = static_cast<uInt>(bytes.size());
  REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
  bytes.resize(bytes.size() - z.avail_out);
  deflateEnd(&z);
  return bytes;
}

}  // namespace tapehead
