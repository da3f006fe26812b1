#pragma once
// A picture in a frame of zeros, so that windows beyond its edges need no special case.

#include <algorithm>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// height × width pixels of `channels` numbers each, pixel by pixel, in a frame of zeros: `before`
/// lines and columns of them first, `after` of them last. Its memory is borrowed from the tape.
class FramedPicture final {
 public:
  FramedPicture(Tape& tape, size_t height, size_t width, size_t channels, size_t before, size_t after)
      : tape_(tape),
        height_(height),
        width_(width),
        channels_(channels),
        before_(before),
        pitch_((before + width + after) * channels),
        size_(pitch_ * (before + height + after)),
        numbers_(tape.borrow(size_)) {
    std::fill_n(numbers_, size_, Real{0});
  }
  ~FramedPicture() { tape_.give_back(numbers_, size_); }
  FramedPicture(const FramedPicture&) = delete;
  FramedPicture& operator=(const FramedPicture&) = delete;

  /// The distance between lines, in numbers.
  size_t pitch() const { return pitch_; }
  /// The first number of a pixel, counted from the frame's first pixel.
  const Real* at(size_t line, size_t column) const { return numbers_ + line * pitch_ + column * channels_; }
  /// The first number of the picture's own first pixel.
  const Real* inside() const { return at(before_, before_); }

  /// Copies a picture whose pixels are `leading` numbers apart.
  void fill(const Real* from, size_t leading) const {
    const bool dense = leading == channels_;
    const size_t count = dense ? width_ * channels_ : channels_;
    for (size_t y = 0; y < height_; ++y)
      for (size_t x = 0; x < (dense ? 1 : width_); ++x)
        std::copy_n(from + (y * width_ + x) * leading, count, line(y) + x * channels_);
  }
  /// Copies a dense picture where `gate` is above zero; zeros elsewhere.
  void fill(const Real* from, const Real* gate) const {
    const size_t count = width_ * channels_;
    for (size_t y = 0; y < height_; ++y, from += count, gate += count) {
      Real* const __restrict to = line(y);
      for (size_t i = 0; i < count; ++i) to[i] = gate[i] > 0 ? from[i] : 0;
    }
  }

 private:
  Real* line(size_t y) const { return numbers_ + (before_ + y) * pitch_ + before_ * channels_; }

  Tape& tape_;
  size_t height_, width_, channels_, before_, pitch_, size_;
  Real* numbers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
