#include "memory/sparse/list_index.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autodiff/base/gemm.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/base/large_pages.hpp"
#include "autodiff/base/random.hpp"
#include "memory/sparse/any_reaches.hpp"
#include "memory/sparse/nearest_references.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// For each slot wanted, this many candidates that rank highest by their small copies are scored exactly.
constexpr size_t kRanked = 4;
constexpr size_t kAhead = 6;                ///< groups: memory this far ahead is prefetched
constexpr uint32_t kNoSlot = ~uint32_t{0};  ///< no slot; pads a group

template <class T>
void prefetch(const T* from, size_t count) {
  for (size_t i = 0; i < count; i += kCacheLine / sizeof(T)) __builtin_prefetch(from + i);
}

/// Offers each number, by its place.
void offer_all(const Real* scores, size_t count, Best& best) {
  for (size_t first = 0; first < count; first += kAbreast) {
    const size_t block = std::min(kAbreast, count - first);
    if (block == kAbreast && !any_reaches(scores + first, best.least())) continue;
    for (size_t i = first; i < first + block; ++i) best.offer({scores[i], static_cast<uint32_t>(i)});
  }
}

}  // namespace

ListIndex::ListIndex(const Rows& rows, size_t probes)
    : lists_(std::max<size_t>(1, static_cast<size_t>(2 * std::sqrt(static_cast<double>(rows.count))))),
      probes_(std::min(probes, lists_)),
      stride_(((lists_ + kAbreast - 1) / kAbreast | 1) * kAbreast),
      centres_(stride_ * rows.width) {
  Stream stream(1, Split::kTrain, Purpose::kParameters, 0);
  for (size_t list = 0; list < lists_ && rows.count > 0; ++list) {
    const size_t row = stream.bits() % rows.count;
    for (size_t j = 0; j < rows.width; ++j) centres_[j * stride_ + list] = rows.row(row)[j] * rows.norms[row];
  }
  std::vector<uint32_t> list_of(rows.count);
  nearest_references({centres_.data(), stride_, rows.width, lists_}, rows.numbers, rows.count, list_of.data());
  std::vector<uint32_t> next(lists_ + 1, 0);  // first counts, then beginnings, at last ends
  for (const uint32_t list : list_of) ++next[list + 1];
  for (uint32_t& count : next) count = (count + kAbreast - 1) / kAbreast * kAbreast;
  std::partial_sum(next.begin(), next.end(), next.begin());
  begin_ = next;
  slots_.assign(begin_.back(), kNoSlot);
  scales_.assign(begin_.back() + kAhead * kAbreast, 0);
  resize_in_large_pages(small_, (begin_.back() / kAbreast + kAhead) * words_of_group(rows.width));
  for (uint32_t slot = 0; slot < rows.count; ++slot) {
    const uint32_t at = next[list_of[slot]]++;
    int32_t* const to = small_.data() + at / kAbreast * words_of_group(rows.width) + at % kAbreast;
    slots_[at] = slot;
    scales_[at] = make_small(rows.row(slot), rows.width, to) * rows.norms[slot];
  }
}

void ListIndex::fetch_first(size_t list, size_t width) const {
  prefetch(small_.data() + begin_[list] / kAbreast * words_of_group(width), kAhead * words_of_group(width));
}

void ListIndex::look_into(const Real* key, size_t list, size_t width, const Places& replaced, Best& likely) const {
  Real scores[kAbreast];
  const size_t words = words_of_group(width);
  for (uint32_t first = begin_[list]; first < begin_[list + 1]; first += kAbreast) {
    prefetch(small_.data() + (first / kAbreast + kAhead) * words, words);
    __builtin_prefetch(scales_.data() + first + kAhead * kAbreast);
    score_abreast(key, small_.data() + first / kAbreast * words, width, scores);
    const Real* const scales = scales_.data() + first;
    in_lanes<Real>(kAbreast, [&](auto at) { at.put(scores, at(scores) * at(scales)); });
    if (!any_reaches(scores, likely.least())) continue;
    for (uint32_t l = 0; l < kAbreast; ++l) {
      const Likeness one{scores[l], first + l};
      if (slots_[one.slot] != kNoSlot && likely.wants(one) && replaced.get(slots_[one.slot]) == 0) likely.offer(one);
    }
  }
}

void ListIndex::nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
                        Best* best) const {
  Real* const scores = tape.borrow(lists_ * heads);
  gemm(Transpose::kNo, Transpose::kNo, lists_, heads, rows.width, centres_.data(), stride_, keys, rows.width, false,
       scores, lists_);
  Real* const room = tape.borrow(kScanned);
  for (size_t h = 0; h < heads; ++h) {
    const Real* const key = keys + h * rows.width;
    const size_t ranked = kRanked * best[h].count();
    Best lists(tape.keep<Likeness>(probes_), probes_), likely(tape.keep<Likeness>(ranked), ranked);
    offer_all(scores + h * lists_, lists_, lists);
    for (size_t i = 0; i < lists.size(); ++i) {
      if (i + 1 < lists.size()) fetch_first(lists[i + 1].slot, rows.width);
      look_into(key, lists[i].slot, rows.width, replaced, likely);
    }
    if (likely.size() < best[h].count()) {  // these lists alone may have too few
      scan(rows, &replaced, key, 1, room, best + h);
      continue;
    }
    for (size_t i = 0; i < likely.size(); ++i) prefetch(rows.row(slots_[likely[i].slot]), rows.width);
    for (size_t i = 0; i < likely.size(); ++i) {
      const uint32_t slot = slots_[likely[i].slot];
      best[h].offer(Likeness::of(dot<Real>(key, rows.row(slot), rows.width) * rows.norms[slot], slot));
    }
  }
  tape.give_back(room, kScanned);
  tape.give_back(scores, lists_ * heads);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
