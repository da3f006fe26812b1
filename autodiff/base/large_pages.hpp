#pragma once
// Large pages for vectors of many megabytes with random access: with pages of 4 KB the address look-up takes as long as
// the read.

#include <cstdint>

#include "autodiff/base/aligned.hpp"
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace tapehead {

/// Resizes an empty vector to `count` elements, in large pages where the system has them.
template <class T>
void resize_in_large_pages(AlignedVector<T>& vector, size_t count) {
  vector.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr uintptr_t kPage = 4096;
  const auto begin = reinterpret_cast<uintptr_t>(vector.data()), first = (begin + kPage - 1) / kPage * kPage,
             end = (begin + count * sizeof(T)) / kPage * kPage;
  // A refusal costs nothing but time.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
  vector.resize(count);
#ifdef __AVX__
  // glibc's memset (2.36, for AVX-512) leaves the upper halves of registers in use. Until they are cleared, SSE code in
  // libm runs eight times as slowly: 3 s for the random rows of a million slots.
  __builtin_ia32_vzeroupper();
#endif
}

}  // namespace tapehead
