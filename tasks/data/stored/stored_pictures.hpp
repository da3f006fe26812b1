#pragma once
// Pictures from files, held in memory, in fixed parts.

#include "tasks/data/pictures/picture_source.hpp"

namespace tapehead {

/// The result of reading files.
struct PictureSet {
  PictureSize size;
  std::vector<std::string> names;  ///< of the classes
  std::vector<uint8_t> pixels;     ///< one picture after the other
  std::vector<uint32_t> labels;    ///< of each
  size_t published = 0;            ///< the number of pictures, at the end, of a published test set; 0: there is none

  std::span<const uint8_t> at(size_t number) const {
    return std::span(pixels).subspan(number * size.bytes(), size.bytes());
  }
};

/// Pictures are held out by a hash of their pixels, so that no picture is in two parts, however often it occurs; a
/// published test set is kept, and then no other picture is for testing.
class StoredPictures final : public PictureSource {
 public:
  /// Throws InputError, which names where the pictures are `from`, for a part without one.
  StoredPictures(PictureSet set, const Shares& shares, const std::string& from);

  PictureSize size() const override { return set_.size; }
  const std::vector<std::string>& names() const override { return set_.names; }
  size_t count(Part part) const override { return numbers(part).size(); }
  uint64_t fingerprint() const override { return fingerprint_; }
  Picture picture(Part part, uint64_t number, std::span<uint8_t>) const override {
    const uint32_t at = numbers(part)[number];
    return {set_.at(at), set_.labels[at]};
  }

 private:
  const std::vector<uint32_t>& numbers(Part part) const {
    return part == Part::kTrain ? train_ : part == Part::kValidation ? validation_ : test_;
  }

  PictureSet set_;
  std::vector<uint32_t> train_, validation_, test_;
  uint64_t fingerprint_ = 0;
};

}  // namespace tapehead
