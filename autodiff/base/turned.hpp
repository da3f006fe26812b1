#pragma once
// The transpose of a matrix, written out.

#include <algorithm>
#include <cstring>
#include <utility>

#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_VECTORS {

/// The lanes of u and v in turn, from each one's lane `kFirst` on.
template <size_t kFirst, class V, size_t... I>
[[gnu::always_inline]] inline V interleaved(V u, V v, std::index_sequence<I...>) {
  return __builtin_shufflevector(u, v, (kFirst + I / 2 + I % 2 * sizeof...(I))...);
}

/// As many rows and columns as a register has lanes. Each turn of the loop interleaves the first half of the registers
/// with the second: a number's place, the register's number before the lane's, is rotated by one bit.
template <class T>
void turn_block(const T* from, size_t distance, T* to, size_t to_distance) {
  constexpr size_t kLanes = LanesOf<T>::kCount;
  constexpr std::make_index_sequence<kLanes> all;
  Lanes<T> block[kLanes], next[kLanes];
#pragma GCC unroll 16
  for (size_t j = 0; j < kLanes; ++j) std::memcpy(&block[j], from + j * distance, sizeof block[j]);
#pragma GCC unroll 4
  for (size_t stage = 1; stage < kLanes; stage *= 2) {
#pragma GCC unroll 8
    for (size_t j = 0; j < kLanes / 2; ++j) {
      next[2 * j] = interleaved<0>(block[j], block[j + kLanes / 2], all);
      next[2 * j + 1] = interleaved<kLanes / 2>(block[j], block[j + kLanes / 2], all);
    }
#pragma GCC unroll 16
    for (size_t j = 0; j < kLanes; ++j) block[j] = next[j];
  }
#pragma GCC unroll 16
  for (size_t j = 0; j < kLanes; ++j) std::memcpy(to + j * to_distance, &block[j], sizeof block[j]);
}

/// to(j, i) = from(i, j) for i < rows, j < cols; both column-major, with their columns so far apart. They must not
/// overlap.
template <class T>
void turn(size_t rows, size_t cols, const T* from, size_t distance, T* to, size_t to_distance) {
  constexpr size_t kLanes = LanesOf<T>::kCount;
  if (rows < kLanes || cols < kLanes) {
    for (size_t j = 0; j < cols; ++j)
      for (size_t i = 0; i < rows; ++i) to[i * to_distance + j] = from[j * distance + i];
    return;
  }
  for (size_t j = 0; j < cols; j += kLanes)
    for (size_t i = 0; i < rows; i += kLanes) {  // the last ones overlap those before
      const size_t row = std::min(i, rows - kLanes), col = std::min(j, cols - kLanes);
      turn_block(from + col * distance + row, distance, to + row * to_distance + col, to_distance);
    }
}

}  // namespace tapehead::inline TAPEHEAD_VECTORS
