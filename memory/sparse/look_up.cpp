#include "memory/sparse/look_up.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void look_up(const SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength, Real* cosines,
             Real* shares) {
  const size_t width = rows.width();
  const Real key_norm = row_norm(key, width);
  Real top = -std::numeric_limits<Real>::infinity(), total = 0;
  for (size_t k = 0; k < count; ++k) {
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    cosines[k] = row.numbers ? dot<Real>(key, row.numbers, width) * key_norm * row.norm : 0;
    top = std::max(top, strength * cosines[k]);
  }
  for (size_t k = 0; k < count; ++k) total += shares[k] = std::exp(strength * cosines[k] - top);
  for (size_t k = 0; k < count; ++k) shares[k] /= total;
}

void read_rows(const SparseRows& rows, const Real* slots, size_t count, const Real* weights, Real* read) {
  std::fill_n(read, rows.width(), Real{0});
  for (size_t k = 0; k < count; ++k)
    if (const Real* const row = rows.row(static_cast<uint32_t>(slots[k])).numbers)
      in_lanes<Real>(rows.width(), [&](auto at) { at.put(read, at(read) + weights[k] * at(row)); });
}

void back_through_read(SparseRows& rows, const Real* slots, size_t count, const Real* weights, const Real* dread,
                       Real* dweights) {
  for (size_t k = 0; k < count; ++k) {
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    if (row.numbers) dweights[k] += dot<Real>(dread, row.numbers, rows.width());
    if (row.place == SparseRows::kNone) continue;  // a blank row has nothing to learn
    Real* const drow = rows.gradient(row.place);
    in_lanes<Real>(rows.width(), [&](auto at) { at.put(drow, at(drow) + weights[k] * at(dread)); });
  }
}

void back_through_look_up(SparseRows& rows, const Real* slots, size_t count, const Real* key, Real strength,
                          const Real* cosines, const Real* shares, Real scale, const Real* dshares,
                          const HeadGradients& to) {
  const size_t width = rows.width();
  const Real key_norm = row_norm(key, width);
  Real dstrength = 0, along = 0;
  const Real mean = dot<Real>(shares, dshares, count);
  for (size_t k = 0; k < count; ++k) {
    const Real dlogit = scale * shares[k] * (dshares[k] - mean), dcosine = dlogit * strength;
    dstrength += dlogit * cosines[k];
    along += dcosine * cosines[k];
    const SparseRows::Row row = rows.row(static_cast<uint32_t>(slots[k]));
    if (!row.numbers) continue;
    const Real across = dcosine * key_norm * row.norm, own = dcosine * cosines[k] * row.norm * row.norm;
    if (to.key) in_lanes<Real>(width, [&](auto at) { at.put(to.key, at(to.key) + across * at(row.numbers)); });
    if (row.place == SparseRows::kNone) continue;
    Real* const drow = rows.gradient(row.place);
    in_lanes<Real>(width, [&](auto at) { at.put(drow, at(drow) + across * at(key) - own * at(row.numbers)); });
  }
  if (to.key) {
    const Real back = along * key_norm * key_norm;
    in_lanes<Real>(width, [&](auto at) { at.put(to.key, at(to.key) - back * at(key)); });
  }
  if (to.strength) *to.strength += dstrength;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
