#pragma once
// Pictures of which every pixel says whose it is.

#include <memory>
#include <vector>

#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// Pictures of 4×3 pixels, three classes. The bytes of picture k, of the class k % 3, are the class' own: 40 …
/// 109, 110 … 179, 180 … 249. All is ink, so that what is on a canvas is an item's or nothing's.
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
  /// The class that a pixel's byte is of.
  static uint32_t class_of(int byte) { return static_cast<uint32_t>(byte - 40) / 70; }

 private:
  size_t train_;
  std::vector<std::string> names_{"cat", "hot dog", "ape"};  // one has two words; they are not in order
};

}  // namespace tapehead
