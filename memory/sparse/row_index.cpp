#include "memory/sparse/row_index.hpp"

#include <algorithm>
#include <cmath>

#include "attention/scores/cosine.hpp"
#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Real rounding(size_t width) { return 4 * static_cast<Real>(width) * std::numeric_limits<Real>::epsilon(); }

Real row_norm(const Real* row, size_t width) { return fast::rsqrt(dot<Real>(row, row, width) + kCosineEpsilon); }

void scan(const Rows& rows, const Places* replaced, const Real* keys, size_t heads, Real* room, Best* best) {
  for (size_t first = 0; first < rows.count; first += kScanned) {
    const size_t block = std::min(kScanned, rows.count - first);
    gemm(Transpose::kYes, Transpose::kNo, block, heads, rows.width, rows.row(first), rows.width, keys, rows.width,
         false, room, kScanned);
    for (size_t h = 0; h < heads; ++h) {
      const Real* const key = keys + h * rows.width;
      Real* const product = room + h * kScanned;
      const Real* const norms = rows.norms + first;
      // The last bits of a product depend on the row's place.
      const Real margin = rounding(rows.width) * std::sqrt(dot<Real>(key, key, rows.width));
      for (size_t i = 0; i < block; ++i) product[i] = product[i] * norms[i] + margin;
      if (largest(product, block) < best[h].least()) continue;
      for (size_t i = 0; i < block; ++i) {
        if (product[i] < best[h].least()) continue;
        const uint32_t slot = rows.slot(first + i);
        if (replaced && replaced->get(slot) != 0) continue;
        best[h].offer(Likeness::of(dot<Real>(key, rows.row(first + i), rows.width) * norms[i], slot));
      }
    }
  }
}

void ExactIndex::nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
                         Best* best) const {
  Real* const room = tape.borrow(kScanned * heads);
  scan(rows, &replaced, keys, heads, room, best);
  tape.give_back(room, kScanned * heads);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
