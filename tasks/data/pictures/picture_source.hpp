#pragma once
// The interface of sources of pictures with known classes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tasks/data/sequences/parts.hpp"

namespace tapehead {

/// A picture's size. Byte (y, x, c) is at (y·width + x)·channels + c. One channel is grey, three are red, green and
/// blue.
struct PictureSize {
  uint32_t height = 0, width = 0, channels = 1;
  constexpr size_t bytes() const { return size_t{height} * width * channels; }
  bool operator==(const PictureSize&) const = default;
};

/// Bytes from 0, the empty canvas, to 255.
struct Picture {
  std::span<const uint8_t> pixels;
  uint32_t label;  ///< the number of its class
};

/// A window of a picture or a canvas, in pixels.
struct PixelWindow {
  uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// The least brightness that counts as drawn, an eighth of the maximum: above background noise.
inline constexpr uint8_t kInk = 32;

/// The smallest window that contains all pixels of at least kInk; the whole picture where there is none.
PixelWindow ink_of(const Picture& picture, PictureSize size);

/// The random streams' split for drawn pictures of a part, so that parts have different pictures.
inline Split split_of(Part part) {
  return part == Part::kTrain ? Split::kTrain : part == Part::kValidation ? Split::kValidation : Split::kTest;
}

class PictureSource {
 public:
  virtual ~PictureSource() = default;

  virtual PictureSize size() const = 0;                       ///< of every picture
  virtual const std::vector<std::string>& names() const = 0;  ///< of the classes, by label
  virtual size_t count(Part part) const = 0;                  ///< pictures of a part; 0: infinitely many
  virtual uint64_t fingerprint() const = 0;                   ///< a number that other pictures would hardly have

  /// Picture `number` of a part, any number where there are infinitely many. `room`: size().bytes() of memory that a
  /// drawn picture is drawn into; stored pictures do not use it.
  virtual Picture picture(Part part, uint64_t number, std::span<uint8_t> room) const = 0;
};

}  // namespace tapehead
