#include "autodiff/base/arena.hpp"

#include <algorithm>
#include <new>

namespace tapehead {

void Arena::grow(size_t at_least) {
  constexpr size_t kFirstBlock = size_t{1} << 18;
  // Each new block is half of what is already held: few blocks while growing, little waste at the end.
  const size_t size = (std::max({at_least, kFirstBlock, bytes_held() / 2}) + kCacheLine - 1) & ~(kCacheLine - 1);
  auto* data = static_cast<std::byte*>(std::aligned_alloc(kCacheLine, size));
  if (!data) throw std::bad_alloc();
  blocks_.push_back({std::unique_ptr<std::byte, Free>(data), size});
  here_ = data;
  used_ = 0;
  capacity_ = size;
}

void Arena::reset() {
  if (blocks_.size() > 1) {
    const size_t total = bytes_held();
    blocks_.clear();
    grow(total);
  }
  used_ = 0;
}

size_t Arena::bytes_held() const {
  size_t total = 0;
  for (const Block& block : blocks_) total += block.size;
  return total;
}

}  // namespace tapehead
