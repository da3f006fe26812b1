#pragma once
// Where pictures of known classes come from.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tasks/data/sequences/parts.hpp"

namespace tapehead {

/// How a picture's bytes lie: byte (y, x, c) is at (y·width + x)·channels + c. One channel is grey, three are red,
/// green and blue.
struct PictureSize {
  uint32_t height = 0, width = 0, channels = 1;
  constexpr size_t bytes() const { return size_t{height} * width * channels; }
  bool operator==(const PictureSize&) const = default;
};

/// Bytes from 0, which on a canvas is nothing, to 255.
struct Picture {
  std::span<const uint8_t> pixels;
  uint32_t label;  ///< the number of its class
};

/// Some pixels of a picture or of a canvas: from a corner on so many to the right and down.
struct PixelWindow {
  uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// From here on, an eighth of full brightness, something is drawn, and not the noise of a ground.
inline constexpr uint8_t kInk = 32;

/// The smallest window with all that is at least as bright as kInk; all of a picture in which nothing is.
PixelWindow ink_of(const Picture& picture, PictureSize size);

/// The stream's split for what is drawn of a part, so that parts have pictures of their own.
inline Split split_of(Part part) {
  return part == Part::kTrain ? Split::kTrain : part == Part::kValidation ? Split::kValidation : Split::kTest;
}

class PictureSource {
 public:
  virtual ~PictureSource() = default;

  virtual PictureSize size() const = 0;                       ///< of every picture
  virtual const std::vector<std::string>& names() const = 0;  ///< of the classes
  virtual size_t count(Part part) const = 0;                  ///< pictures of a part; 0: they never end
  virtual uint64_t fingerprint() const = 0;                   ///< a number that other pictures would hardly have

  /// Picture `number` of a part, any number where they never end. `room`: size().bytes(), which a picture that is drawn
  /// is drawn into; the others are where they are.
  virtual Picture picture(Part part, uint64_t number, std::span<uint8_t> room) const = 0;
};

}  // namespace tapehead
