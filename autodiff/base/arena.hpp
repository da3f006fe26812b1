#pragma once
// Memory that is reset, not freed: once the longest sequence was seen, a training step allocates nothing.

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include "autodiff/base/aligned.hpp"

namespace tapehead {

/// A bump allocator over blocks that are kept between resets; every allocation is aligned to a cache line.
class Arena final {
 public:
  /// Uninitialised memory for `count` objects, valid until reset(). Throws std::bad_alloc and stays as it was.
  template <class T>
  T* take(size_t count) {
    return static_cast<T*>(take_bytes(count * sizeof(T)));
  }

  /// Releases all allocations. Several blocks are merged into one, so that the next round uses contiguous memory.
  /// Throws std::bad_alloc where there is no such piece: all is released, and the arena is as new.
  void reset();

  size_t bytes_held() const;

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  struct Block {
    std::unique_ptr<std::byte, Free> data;
    size_t size;
  };

  void* take_bytes(size_t bytes) {
    const size_t rounded = (bytes + kCacheLine - 1) & ~(kCacheLine - 1);
    if (used_ + rounded > capacity_) grow(rounded);
    void* at = here_ + used_;
    used_ += rounded;
    return at;
  }
  void grow(size_t at_least);

  std::vector<Block> blocks_;
  std::byte* here_ = nullptr;  ///< the newest block
  size_t used_ = 0, capacity_ = 0;
};

}  // namespace tapehead
