#include "autodiff/base/random.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace tapehead {

// The key holds the seed; the counter's upper words hold split, purpose and the index's upper bits, the third
// word the index's lower bits, and the lowest counts blocks of four within the stream.
Stream::Stream(uint64_t seed, Split split, Purpose purpose, uint64_t index)
    : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
      counter_{0, static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32),
               static_cast<uint32_t>(split) << 16 | static_cast<uint32_t>(purpose)} {}

uint32_t Stream::bits() {
  if (used_ == block_.size()) {
    const r123::Philox4x32::ctr_type counter{{counter_[0], counter_[1], counter_[2], counter_[3]}};
    const r123::Philox4x32::key_type key{{key_[0], key_[1]}};
    const auto block = r123::Philox4x32{}(counter, key);
    for (size_t i = 0; i < block_.size(); ++i) block_[i] = block[i];
    ++counter_[0];
    used_ = 0;
  }
  return block_[used_++];
}

double Stream::uniform() {
  const uint64_t high = bits() >> 5, low = bits() >> 6;
  return static_cast<double>(high << 26 | low) * 0x1p-53;
}

double Stream::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

int64_t Stream::integer(int64_t low, int64_t high) {
  // Lemire's multiply-and-reject ("Fast random integer generation in an interval", 2019), on 32 bits: ranges
  // here are sizes, never near 2^32.
  const uint32_t range = static_cast<uint32_t>(high - low + 1);
  uint64_t product = uint64_t{bits()} * range;
  if (static_cast<uint32_t>(product) < range) {
    const uint32_t threshold = -range % range;
    while (static_cast<uint32_t>(product) < threshold) product = uint64_t{bits()} * range;
  }
  return low + static_cast<int64_t>(product >> 32);
}

uint64_t derived_seed(uint64_t seed, Purpose purpose, uint64_t index) {
  if (index == 0) return seed;
  Stream stream(seed, Split::kTrain, purpose, index);
  const uint64_t high = stream.bits();
  return high << 32 | stream.bits();
}

}  // namespace tapehead
