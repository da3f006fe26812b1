#include "memory/sparse/small_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "memory/sparse/any_reaches.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr Real kLargest = 127;
constexpr size_t kLanes = LanesOf<Real>::kCount;
typedef int32_t Words __attribute__((vector_size(kLanes * sizeof(int32_t))));

/// Number `at` (0 … 3) of words, sign-extended. By shifts, since compilers would unpack bytes one by one.
Lanes<Real> number_of(Words words, int at) {
  return __builtin_convertvector((words << (24 - 8 * at)) >> 24, Lanes<Real>);
}
Real number_of(int32_t word, size_t at) { return static_cast<Real>(static_cast<int8_t>(word >> (8 * at))); }

}  // namespace

Real make_small(const Real* row, size_t width, int32_t* to) {
  Real top = 0;
  for (size_t j = 0; j < width; ++j) top = std::max(top, std::abs(row[j]));
  // A row of numbers so small or so large that they have no reciprocal counts as zero.
  const Real up = top > 2 * kLargest / std::numeric_limits<Real>::max() ? kLargest / top : 0;
  for (size_t j = 0; j < width;) {
    uint32_t word = 0;
    for (size_t at = 0; at < 4 && j < width; ++at, ++j) {
      const Real number = std::rint(std::max(-kLargest, std::min(kLargest, row[j] * up)));
      word |= static_cast<uint32_t>(static_cast<uint8_t>(static_cast<int8_t>(number))) << (8 * at);
    }
    *to = static_cast<int32_t>(word);
    to += kAbreast;
  }
  return up > 0 ? top / kLargest : 0;
}

void score_abreast(const Real* key, const int32_t* group, size_t width, Real* scores) {
  constexpr size_t kParts = kAbreast / kLanes;
  constexpr size_t kChains = std::max<size_t>(1, 4 / kParts);  // independent sums
  Lanes<Real> sums[kChains][kParts]{};
  const auto add = [&](size_t j, size_t count) {
    for (size_t p = 0; p < kParts; ++p) {
      Words words;
      std::memcpy(&words, group + j / 4 * kAbreast + p * kLanes, sizeof words);
      for (size_t at = 0; at < count; ++at)
        sums[at % kChains][p] += key[j + at] * number_of(words, static_cast<int>(at));
    }
  };
  size_t j = 0;
  for (; j + 4 <= width; j += 4) add(j, 4);
  if (j < width) add(j, width - j);
  for (size_t p = 0; p < kParts; ++p) {
    for (size_t c = 1; c < kChains; ++c) sums[0][p] += sums[c][p];
    std::memcpy(scores + p * kLanes, &sums[0][p], sizeof sums[0][p]);
  }
}

void SmallRows::set(Tape& tape, size_t place, const Real* row, size_t width, Real norm) {
  if (place >= scales_.size()) {
    std::fill_n(words_.grow(tape, words_of_group(width)), words_of_group(width), 0);
    std::fill_n(scales_.grow(tape, kAbreast), kAbreast, Real{0});
    std::fill_n(errors_.grow(tape, kAbreast), kAbreast, Real{0});
  }
  int32_t* const to = words_.data() + place / kAbreast * words_of_group(width) + place % kAbreast;
  const Real scale = make_small(row, width, to);
  Real squares = 0;
  for (size_t j = 0; j < width; ++j) {
    const Real off = row[j] - scale * number_of(to[j / 4 * kAbreast], j % 4);
    squares += off * off;
  }
  scales_[place] = scale * norm;
  errors_[place] = std::sqrt(squares) * norm;
}

void SmallRows::scan(const Rows& rows, const Real* keys, size_t heads, Real* room, Best* best) const {
  Real *const lengths = room, *const margins = room + heads;
  for (size_t h = 0; h < heads; ++h) {
    const Real* const key = keys + h * rows.width;
    lengths[h] = std::sqrt(dot<Real>(key, key, rows.width));
    margins[h] = 2 * rounding(rows.width + 4) * lengths[h];
  }
  Real most[kAbreast];  // upper bounds on the scores of a group's rows
  for (size_t first = 0; first < rows.count; first += kAbreast) {
    const size_t count = std::min(kAbreast, rows.count - first);
    for (size_t h = 0; h < heads; ++h) {
      const Real* const key = keys + h * rows.width;
      score_abreast(key, words_.data() + first / kAbreast * words_of_group(rows.width), rows.width, most);
      const Real *const scales = scales_.data() + first, *const errors = errors_.data() + first;
      in_lanes<Real>(kAbreast,
                     [&](auto at) { at.put(most, at(most) * at(scales) + (lengths[h] * at(errors) + margins[h])); });
      if (!any_reaches(most, best[h].least())) continue;
      for (size_t l = 0; l < count; ++l)
        if (!(most[l] < best[h].least()))
          best[h].offer(Likeness::of(dot<Real>(key, rows.row(first + l), rows.width) * rows.norms[first + l],
                                     rows.slot(first + l)));
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
