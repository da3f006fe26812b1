#pragma once
// Pictures whose every pixel identifies its class.

#include <memory>
#include <vector>

#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// Pictures of 4×3 pixels in three classes. The bytes of picture k, of class k % 3, are the class's own: 40 … 109, 110
/// … 179, 180 … 249. All pixels are ink, so that every pixel of a canvas belongs to an item or to nothing.
class MarkedPictures final : public PictureSource {
 public:
  explicit MarkedPictures(size_t train) : train_(train) {}

  PictureSize size() const override { return {4, 3, 1}; }
  const std::vector<std::string>& names() const override { return names_; }
  size_t count(Part part) const override { return part == Part::kTrain ? train_ : part == Part::kValidation ? 8 : 12; }
  uint64_t fingerprint() const override { return 42; }
  Picture picture(Part part, uint64_t number, std::span<uint8_t> room) const override {
    const auto label = static_cast<uint32_t>(number % 3);
    for (size_t i = 0; i < room.size(); ++i)
      room[i] = static_cast<uint8_t>(40 + 70 * label + (number + 5 * i + 20 * static_cast<size_t>(part)) % 70);
    return {room, label};
  }
  /// The class of a pixel's byte.
  static uint32_t class_of(int byte) { return static_cast<uint32_t>(byte - 40) / 70; }

 private:
  size_t train_;
  std::vector<std::string> names_{"cat", "hot dog", "ape"};  // one has two words; they are not in order
};

}  // namespace tapehead
