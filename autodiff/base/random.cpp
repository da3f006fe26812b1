#include "autodiff/base/random.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tapehead {
namespace {

/// Blocks computed side by side, which the compiler vectorises; fewer it would unroll instead.
constexpr size_t kSide = 32, kWords = 4;

uint32_t upper(uint32_t a, uint32_t b) { return static_cast<uint32_t>(uint64_t{a} * b >> 32); }

/// The output of Random123's Philox4x32 for `counter` and its successors in the first word, block after block.
void blocks_from(const std::array<uint32_t, kWords>& counter, std::array<uint32_t, 2> key, uint32_t* to) {
  uint32_t x[kWords][kSide];
  for (size_t word = 0; word < kWords; ++word)
    for (size_t i = 0; i < kSide; ++i) x[word][i] = counter[word] + (word == 0 ? static_cast<uint32_t>(i) : 0);
  for (int round = 0; round < philox4x32_rounds; ++round) {
    for (size_t i = 0; i < kSide; ++i) {
      const uint32_t even = x[0][i], odd = x[2][i];
      x[0][i] = upper(odd, PHILOX_M4x32_1) ^ x[1][i] ^ key[0];
      x[1][i] = odd * PHILOX_M4x32_1;
      x[2][i] = upper(even, PHILOX_M4x32_0) ^ x[3][i] ^ key[1];
      x[3][i] = even * PHILOX_M4x32_0;
    }
    key[0] += PHILOX_W32_0;
    key[1] += PHILOX_W32_1;
  }
  for (size_t i = 0; i < kSide; ++i)
    for (size_t word = 0; word < kWords; ++word) to[i * kWords + word] = x[word][i];
}

}  // namespace

// The key is the seed. The counter's upper word holds split and purpose, the middle words the index, and the lowest
// word counts the blocks of four within the stream.
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

void Stream::bits(std::span<uint32_t> to) {
  while (!to.empty() && used_ < block_.size()) {
    to.front() = block_[used_++];
    to = to.subspan(1);
  }
  for (; to.size() >= kSide * kWords; to = to.subspan(kSide * kWords)) {
    blocks_from(counter_, key_, to.data());
    counter_[0] += kSide;
  }
  for (uint32_t& number : to) number = bits();
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
  // Lemire's multiply-and-reject ("Fast random integer generation in an interval", 2019), on 32 bits: ranges here are
  // sizes, far below 2^32.
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
