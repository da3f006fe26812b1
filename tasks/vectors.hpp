#pragma once
// What tasks on bit vectors share.

#include <algorithm>

#include "autodiff/base/random.hpp"
#include "tasks/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// `bits` fair bits from `random`, at to[0], to[1] …
inline void draw_bits(BitSource& random, Real* to, size_t bits) {
  for (size_t i = 0; i < bits; ++i) to[i] = random.bit() ? 1 : 0;
}

/// Asks for `bits` numbers from `vector` as the first targets of a step; all of the step's outputs are scored.
inline void ask_for(const Real* vector, size_t bits, Batch& batch, size_t episode, size_t step) {
  std::copy_n(vector, bits, batch.target.at(episode, step));
  std::fill_n(batch.scored(episode, step), batch.outputs(), Real{1});
}

/// At which place element i of 0..count−1 stands once they are sorted by `before(a, b)`; equals keep their order.
template <class Before>
size_t place_of(size_t i, size_t count, Before before) {
  size_t place = 0;
  for (size_t j = 0; j < i; ++j) place += !before(i, j);
  for (size_t j = i + 1; j < count; ++j) place += before(j, i);
  return place;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
