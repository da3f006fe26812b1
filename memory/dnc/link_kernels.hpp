#pragma once
// Loops over a link matrix, a few columns at once, so that values along the slots are loaded once for all of them. A
// matrix is slots×slots, dense: element (i, j) says that i follows j; its diagonal is zero.

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "autodiff/base/lanes.hpp"

namespace tapehead::link_kernels {

/// As many columns as the registers can hold values for; AVX-512 has twice as many registers.
inline constexpr size_t kAtOnce = kVectorBytes == 64 ? 4 : 2;

/// Calls body(first column, count) along the columns, kAtOnce at a time, then one by one.
template <class Body>
void in_groups(size_t slots, Body body) {
  size_t j = 0;
  for (; j + kAtOnce <= slots; j += kAtOnce) body(j, std::integral_constant<size_t, kAtOnce>{});
  for (; j < slots; ++j) body(j, std::integral_constant<size_t, 1>{});
}

template <size_t kCount, class T>
[[gnu::always_inline]] inline std::array<T, kCount> few(const T* from) {
  std::array<T, kCount> values;
  std::copy_n(from, kCount, values.begin());
  return values;
}

/// `kCount` columns from j on, `slots` numbers each, contiguous.
template <class T>
struct Columns {
  T* data;
  size_t slots;
  T* operator[](size_t k) const { return data + k * slots; }
};

/// Calls body(at, on_diagonal) along the slots of the columns j …. The diagonal has a branch of its own, so that the
/// rest keeps its numbers in registers.
template <size_t kCount, class T, class Body>
[[gnu::always_inline]] inline void along_columns(size_t slots, size_t j, Body body) {
  in_lanes<T>(slots, [&](auto at) {
    if (at.i + at.kLanes <= j || j + kCount <= at.i)
      body(at, std::false_type{});
    else
      body(at, std::true_type{});
  });
}

/// v[k] with the diagonal set to zero; v[k] holds the numbers at `at` of column j + k.
template <class T, class V, size_t kCount>
[[gnu::always_inline]] inline void clear_diagonal(std::array<V, kCount>& v, At<V, T> at, size_t j) {
  if constexpr (std::is_same_v<V, T>) {
    for (size_t k = 0; k < kCount; ++k) v[k] = at.i == j + k ? 0 : v[k];
  } else {
    constexpr size_t kLanes = LanesOf<T>::kCount;
    static constexpr auto kAllButOne = [] {
      std::array<T, 2 * kLanes - 1> x{};
      x.fill(1);
      x[kLanes - 1] = 0;
      return x;
    }();
    for (size_t k = 0; k < kCount; ++k)
      if (const size_t lane = j + k - at.i; lane < kLanes) v[k] *= At<V, T>{kLanes - 1 - lane}(kAllButOne.data());
  }
}

/// Folds the lanes of a and b: from `kLanes` lanes for each sum in a to half as many for each sum, a's first, then b's.
template <size_t kLanes, class V, size_t... I>
[[gnu::always_inline]] inline V folded(V a, V b, std::index_sequence<I...>) {
  constexpr size_t kHalf = kLanes / 2;
  return __builtin_shufflevector(a, b, (I / kHalf * kLanes + I % kHalf)...) +
         __builtin_shufflevector(a, b, (I / kHalf * kLanes + I % kHalf + kHalf)...);
}

/// The totals of several sums. Four are folded together, which takes a third of the shuffles of one by one.
template <class T, size_t kCount>
[[gnu::always_inline]] inline std::array<T, kCount> totals(const std::array<Sum<T>, kCount>& sums) {
  std::array<T, kCount> all;
  constexpr size_t kLanes = LanesOf<T>::kCount;
  if constexpr (kCount == 4 && kLanes >= 4) {
    constexpr auto kEach = std::make_index_sequence<kLanes>{};
    auto v = folded<kLanes / 2>(folded<kLanes>(sums[0].lanes, sums[1].lanes, kEach),
                                folded<kLanes>(sums[2].lanes, sums[3].lanes, kEach), kEach);
    if constexpr (kLanes >= 8) v = folded<kLanes / 4>(v, v, kEach);
    if constexpr (kLanes >= 16) v = folded<kLanes / 8>(v, v, kEach);
    for (size_t k = 0; k < kCount; ++k) all[k] = v[k] + sums[k].rest;
  } else {
    for (size_t k = 0; k < kCount; ++k) all[k] = sums[k].total();
  }
  return all;
}

/// The inputs of an update: w and p of one writing head.
template <class T>
struct Writing {
  const T *weights, *precedence;
};

/// (1 − w(i) − w(j))·L(i,j) + w(i)·p(j), off the diagonal.
template <class T, class V, size_t kCount, bool kOnDiagonal>
[[gnu::always_inline]] inline std::array<V, kCount> updated(Columns<const T> links, V w, At<V, T> at, size_t j,
                                                            const std::array<T, kCount>& kept,
                                                            const std::array<T, kCount>& p,
                                                            std::bool_constant<kOnDiagonal>) {
  std::array<V, kCount> next;
  for (size_t k = 0; k < kCount; ++k) next[k] = (kept[k] - w) * at(links[k]) + w * p[k];
  if constexpr (kOnDiagonal) clear_diagonal<T>(next, at, j);
  return next;
}

/// 1 − w(j) of some columns.
template <size_t kCount, class T>
[[gnu::always_inline]] inline std::array<T, kCount> kept_of(const T* weights, size_t j) {
  std::array<T, kCount> kept;
  for (size_t k = 0; k < kCount; ++k) kept[k] = 1 - weights[j + k];
  return kept;
}

/// Columns of L′ from those of L; in place if wanted.
template <size_t kCount, class T>
[[gnu::always_inline]] inline void update(Columns<const T> past, Writing<T> by, size_t j, Columns<T> next) {
  const auto kept = kept_of<kCount>(by.weights, j), p = few<kCount>(by.precedence + j);
  along_columns<kCount, T>(past.slots, j, [&](auto at, auto on_diagonal) {
    const auto l = updated<T>(past, at(by.weights), at, j, kept, p, on_diagonal);
    for (size_t k = 0; k < kCount; ++k) at.put(next[k], l[k]);
  });
}

/// forward += L·r for those columns; backward = Lᵀ·r of those columns.
template <size_t kCount, class T>
[[gnu::always_inline]] inline void follow(Columns<const T> links, const T* reads, size_t j, T* forward, T* backward) {
  const auto r = few<kCount>(reads + j);
  std::array<Sum<T>, kCount> back;
  in_lanes<T>(links.slots, [&](auto at) {
    const auto ri = at(reads);
    auto f = at(forward);
    for (size_t k = 0; k < kCount; ++k) {
      const auto l = at(links[k]);
      f += l * r[k];
      back[k].add(l * ri);
    }
    at.put(forward, f);
  });
  const auto sums = totals(back);
  std::copy(sums.begin(), sums.end(), backward + j);
}

/// update() and follow() in one pass, while L′ is in registers. Written out, since a composition of the two through a
/// function argument spills, and a step takes 1.04 times as long.
template <size_t kCount, class T>
[[gnu::always_inline]] inline void update_and_follow(Columns<const T> past, Writing<T> by, const T* reads, size_t j,
                                                     Columns<T> next, T* forward, T* backward) {
  const auto kept = kept_of<kCount>(by.weights, j), p = few<kCount>(by.precedence + j), r = few<kCount>(reads + j);
  std::array<Sum<T>, kCount> back;
  along_columns<kCount, T>(past.slots, j, [&](auto at, auto on_diagonal) {
    const auto l = updated<T>(past, at(by.weights), at, j, kept, p, on_diagonal);
    const auto ri = at(reads);
    auto f = at(forward);
    for (size_t k = 0; k < kCount; ++k) {
      at.put(next[k], l[k]);
      f += l[k] * r[k];
      back[k].add(l[k] * ri);
    }
    at.put(forward, f);
  });
  const auto sums = totals(back);
  std::copy(sums.begin(), sums.end(), backward + j);
}

/// The gradients of a reading head.
template <class T>
struct ReadBack {
  const T *reads, *dforward, *dbackward;
  T* dreads;  ///< added to
};

/// The gradient rule of follow() for L′, which is recomputed from L: dL′ += df·rᵀ + r·dbᵀ, dr += L′ᵀ·df + L′·db.
template <size_t kCount, class T>
[[gnu::always_inline]] inline void back_through_follow(Columns<const T> past, Writing<T> by, ReadBack<T> x, size_t j,
                                                       Columns<T> dlinks) {
  const auto kept = kept_of<kCount>(by.weights, j), p = few<kCount>(by.precedence + j);
  const auto r = few<kCount>(x.reads + j), db = few<kCount>(x.dbackward + j);
  std::array<Sum<T>, kCount> along;
  along_columns<kCount, T>(past.slots, j, [&](auto at, auto on_diagonal) {
    const auto l = updated<T>(past, at(by.weights), at, j, kept, p, on_diagonal);
    const auto ri = at(x.reads), df = at(x.dforward);
    auto dr = at(x.dreads);
    for (size_t k = 0; k < kCount; ++k) {
      at.put(dlinks[k], at(dlinks[k]) + df * r[k] + ri * db[k]);
      along[k].add(l[k] * df);
      dr += l[k] * db[k];
    }
    at.put(x.dreads, dr);
  });
  const auto sums = totals(along);
  for (size_t k = 0; k < kCount; ++k) x.dreads[j + k] += sums[k];
}

/// The gradient rule of update(): dL′ becomes dL in place; dw and dp are added to.
template <size_t kCount, class T>
[[gnu::always_inline]] inline void back_through_update(Columns<const T> past, Writing<T> by, size_t j,
                                                       Columns<T> dlinks, T* dweights, T* dprecedence) {
  const auto kept = kept_of<kCount>(by.weights, j), p = few<kCount>(by.precedence + j);
  std::array<Sum<T>, kCount> decayed, linked;
  along_columns<kCount, T>(past.slots, j, [&](auto at, auto on_diagonal) {
    const auto w = at(by.weights);
    auto dw = at(dweights);
    std::array<decltype(dw), kCount> d;
    for (size_t k = 0; k < kCount; ++k) d[k] = at(dlinks[k]);
    if constexpr (on_diagonal) clear_diagonal<T>(d, at, j);
    for (size_t k = 0; k < kCount; ++k) {
      const auto l = at(past[k]);
      decayed[k].add(d[k] * l);
      linked[k].add(d[k] * w);
      dw += d[k] * (p[k] - l);
      at.put(dlinks[k], (kept[k] - w) * d[k]);
    }
    at.put(dweights, dw);
  });
  const auto of_weights = totals(decayed), of_precedence = totals(linked);
  for (size_t k = 0; k < kCount; ++k) {
    dweights[j + k] -= of_weights[k];
    dprecedence[j + k] += of_precedence[k];
  }
}

}  // namespace tapehead::link_kernels
