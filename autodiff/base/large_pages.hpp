#pragma once
// Vectors of many megabytes that are read here and there: with pages of 4 KB finding an address takes as long as the
// read.

#include <cstdint>

#include "autodiff/base/aligned.hpp"
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace tapehead {

/// An empty vector gets `count` elements, in large pages where the system has them to give.
template <class T>
void resize_in_large_pages(AlignedVector<T>& vector, size_t count) {
  vector.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr uintptr_t kPage = 4096;
  const auto begin = reinterpret_cast<uintptr_t>(vector.data()), first = (begin + kPage - 1) / kPage * kPage,
             end = (begin + count * sizeof(T)) / kPage * kPage;
  // Where it is refused nothing is lost but time.
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
  vector.resize(count);
}

}  // namespace tapehead
