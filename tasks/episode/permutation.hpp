#pragma once
// The order of the episodes of a finite set.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// A permutation of 0..size−1, drawn uniformly by (seed, split, pass) and kept until another is asked for. So a pass
/// through a set costs one draw an element, and no allocation after the first.
class Permutation final {
 public:
  /// The element at `place` (below `size`, which is below 2³²).
  size_t at(uint64_t seed, Split split, uint64_t pass, size_t size, size_t place) {
    if (seed != seed_ || split != split_ || pass != pass_ || size != elements_.size()) draw(seed, split, pass, size);
    return elements_[place];
  }

 private:
  // Fisher and Yates, as in Knuth, The Art of Computer Programming 2, algorithm 3.4.2P.
  void draw(uint64_t seed, Split split, uint64_t pass, size_t size) {
    elements_.resize(size);
    for (size_t i = 0; i < size; ++i) elements_[i] = static_cast<uint32_t>(i);
    Stream stream(seed, split, Purpose::kPermutation, pass);
    for (size_t i = size; i > 1; --i)
      std::swap(elements_[i - 1], elements_[static_cast<size_t>(stream.integer(0, static_cast<int64_t>(i) - 1))]);
    seed_ = seed;
    split_ = split;
    pass_ = pass;
  }

  uint64_t seed_ = 0, pass_ = 0;
  Split split_{};
  std::vector<uint32_t> elements_;
};

/// The element that is episode `episode` of a finite set of `size` elements: element k mod n of permutation k div n.
/// Every thread caches one permutation, which affects nothing but the time.
inline size_t element_of(uint64_t seed, Split split, uint64_t episode, size_t size) {
  thread_local Permutation permutation;
  return permutation.at(seed, split, episode / size, size, episode % size);
}

}  // namespace tapehead
