#include "autodiff/base/arena.hpp"

#include <algorithm>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tapehead {
namespace {

constexpr size_t kHugePage = size_t{1} << 21;

/// Memory of `size` bytes, in huge pages where the system has them. The first touch of each page goes through the
/// kernel, and a training step walks through the whole arena, which has more small pages than the processor's table of
/// pages.
std::byte* pages_of(size_t size) {
  const size_t alignment = size < kHugePage ? kCacheLine : kHugePage;
  void* data = std::aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
  if (!data) throw std::bad_alloc();
#ifdef __linux__
  if (alignment == kHugePage) madvise(data, size, MADV_HUGEPAGE);  // a wish: without them the memory is as good
#endif
  return static_cast<std::byte*>(data);
}

}  // namespace

void Arena::grow(size_t at_least) {
  constexpr size_t kFirstBlock = size_t{1} << 18;
  // Each new block is half of what is already held: few blocks while growing, little waste at the end.
  const size_t size = (std::max({at_least, kFirstBlock, bytes_held() / 2}) + kCacheLine - 1) & ~(kCacheLine - 1);
  blocks_.push_back({std::unique_ptr<std::byte, Free>(pages_of(size)), size});
  here_ = blocks_.back().data.get();
  used_ = 0;
  capacity_ = size;
}

void Arena::reset() {
  if (blocks_.size() > 1) {
    const size_t total = bytes_held();
    blocks_.clear();  // first: there may not be room for both
    here_ = nullptr;
    used_ = capacity_ = 0;
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
