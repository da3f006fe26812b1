#include "memory/list_index.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autodiff/base/gemm.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// So many that look likely by their small copies are scored exactly, for each that is wanted.
constexpr size_t kRanked = 4;
constexpr Real kLargest = 127;

/// Gives what the small numbers are to be multiplied by.
Real make_small(const Real* row, size_t width, int8_t* to) {
  Real top = 0;
  for (size_t j = 0; j < width; ++j) top = std::max(top, std::abs(row[j]));
  const Real scale = top > 0 ? kLargest / top : 0;
  for (size_t j = 0; j < width; ++j) to[j] = static_cast<int8_t>(std::lround(row[j] * scale));
  return top / kLargest;
}

int32_t product(const int8_t* a, const int8_t* b, size_t width) {
  int32_t sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t j = 0; j < width; ++j) sum += int32_t{a[j]} * int32_t{b[j]};
  return sum;
}

}  // namespace

ListIndex::ListIndex(const Rows& rows, size_t probes)
    : lists_(std::max<size_t>(1, static_cast<size_t>(2 * std::sqrt(static_cast<double>(rows.count))))),
      probes_(std::min(probes, lists_)),
      centres_(lists_ * rows.width) {
  Stream stream(1, Split::kTrain, Purpose::kParameters, 0);
  for (size_t list = 0; list < lists_ && rows.count > 0; ++list) {
    const size_t row = stream.bits() % rows.count;
    for (size_t j = 0; j < rows.width; ++j) centres_[list * rows.width + j] = rows.row(row)[j] * rows.norms[row];
  }
  std::vector<uint32_t> list_of(rows.count);
  AlignedVector<Real> scores(lists_ * kScanned);
  for (size_t first = 0; first < rows.count; first += kScanned) {
    const size_t block = std::min(kScanned, rows.count - first);
    gemm(Transpose::kYes, Transpose::kNo, lists_, block, rows.width, centres_.data(), rows.width, rows.row(first),
         rows.width, false, scores.data(), lists_);
    for (size_t i = 0; i < block; ++i) {
      const Real* const score = scores.data() + i * lists_;
      list_of[first + i] = static_cast<uint32_t>(std::max_element(score, score + lists_) - score);
    }
  }
  begin_.assign(lists_ + 1, 0);
  for (const uint32_t list : list_of) ++begin_[list + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
  slots_.resize(rows.count);
  small_.resize(rows.count * rows.width);
  scales_.resize(rows.count);
  for (uint32_t slot = 0; slot < rows.count; ++slot) {
    const uint32_t at = next[list_of[slot]]++;
    slots_[at] = slot;
    scales_[at] = make_small(rows.row(slot), rows.width, small_.data() + size_t{at} * rows.width) * rows.norms[slot];
  }
}

void ListIndex::look_into(const int8_t* key, size_t list, size_t width, const Places& replaced, Best& likely) const {
  for (uint32_t at = begin_[list]; at < begin_[list + 1]; ++at) {
    const Likeness one{static_cast<Real>(product(key, small_.data() + size_t{at} * width, width)) * scales_[at], at};
    if (likely.wants(one) && replaced.get(slots_[at]) == 0) likely.offer(one);
  }
}

void ListIndex::nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
                        Best* best) const {
  Real* const scores = tape.borrow(lists_ * heads);
  gemm(Transpose::kYes, Transpose::kNo, lists_, heads, rows.width, centres_.data(), rows.width, keys, rows.width, false,
       scores, lists_);
  Real* const room = tape.borrow(kScanned);
  auto* const small_key = tape.keep<int8_t>(rows.width);
  for (size_t h = 0; h < heads; ++h) {
    const Real* const key = keys + h * rows.width;
    make_small(key, rows.width, small_key);
    const size_t ranked = kRanked * best[h].count();
    Best lists(tape.keep<Likeness>(probes_), probes_), likely(tape.keep<Likeness>(ranked), ranked);
    for (uint32_t list = 0; list < lists_; ++list) lists.offer({scores[h * lists_ + list], list});
    for (size_t i = 0; i < lists.size(); ++i) look_into(small_key, lists[i].slot, rows.width, replaced, likely);
    if (likely.size() < best[h].count()) {  // these lists alone may not have as many as are wanted
      scan(rows, &replaced, key, 1, room, best + h);
      continue;
    }
    for (size_t i = 0; i < likely.size(); ++i) {
      const uint32_t slot = slots_[likely[i].slot];
      best[h].offer({dot<Real>(key, rows.row(slot), rows.width) * rows.norms[slot], slot});
    }
  }
  tape.give_back(room, kScanned);
  tape.give_back(scores, lists_ * heads);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
