#include "tests/support/counting_allocator.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<size_t> count{0};

[[maybe_unused]] void* take(size_t bytes, size_t alignment) {
  ++count;
  const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace tapehead {
size_t allocation_count() { return count; }
}  // namespace tapehead

// The other forms of new and delete are defined by these. The address sanitizer keeps its own, which count differently;
// tests that count do not run under it.
#ifndef __SANITIZE_ADDRESS__
void* operator new(size_t bytes) { return take(bytes, alignof(std::max_align_t)); }
void* operator new(size_t bytes, std::align_val_t alignment) { return take(bytes, static_cast<size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
