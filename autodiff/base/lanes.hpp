#pragma once
// Vectorised sums and maxima. The compiler may not reorder a floating-point sum, so it adds a vector's lanes one after
// the other (70 cycles, for each of a hundred short sums a step), and it does not vectorise a maximum at all. Here we
// choose the order: lanes side by side, then by halves. It depends only on the length and the kind of processor.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

// Code for different instruction sets has different names, since a portable program links both (cmake/portable.cmake).
#if defined(__AVX512F__)
#define TAPEHEAD_VECTORS vectors_of_64
#define TAPEHEAD_VECTOR_BYTES 64
#elif defined(__AVX__)
#define TAPEHEAD_VECTORS vectors_of_32
#define TAPEHEAD_VECTOR_BYTES 32
#else
#define TAPEHEAD_VECTORS vectors_of_16
#define TAPEHEAD_VECTOR_BYTES 16
#endif

namespace tapehead::inline TAPEHEAD_VECTORS {

inline constexpr size_t kVectorBytes = TAPEHEAD_VECTOR_BYTES;

/// As many T as fit in one register.
template <class T>
struct LanesOf {
  typedef T Type __attribute__((vector_size(kVectorBytes)));
  static constexpr size_t kCount = kVectorBytes / sizeof(T);
};
template <class T>
using Lanes = typename LanesOf<T>::Type;

/// The place that in_lanes() has come to: reads and writes V (Lanes<T>, or T in the remainder) at element i of an
/// array.
template <class V, class T>
struct At {
  static constexpr size_t kLanes = sizeof(V) / sizeof(T);
  size_t i;
  V operator()(const T* x) const {
    V v;
    std::memcpy(&v, x + i, sizeof v);
    return v;
  }
  void put(T* x, V v) const { std::memcpy(x + i, &v, sizeof v); }
};

/// Calls body(at) along 0 … n − 1: a register's worth at a time, then one by one.
template <class T, class Body>
[[gnu::always_inline]] inline void in_lanes(size_t n, Body body) {
  size_t i = 0;
  for (; i + LanesOf<T>::kCount <= n; i += LanesOf<T>::kCount) body(At<Lanes<T>, T>{i});
  for (; i < n; ++i) body(At<T, T>{i});
}

/// Like in_lanes(), for a body that does not read what it writes: the remainder is taken in a register that overlaps
/// the one before, which is faster than one by one.
template <class T, class Body>
[[gnu::always_inline]] inline void in_whole_registers(size_t n, Body body) {
  constexpr size_t kCount = LanesOf<T>::kCount;
  if (n < kCount) return in_lanes<T>(n, body);
  for (size_t i = 0; i < n; i += kCount) body(At<Lanes<T>, T>{std::min(i, n - kCount)});
}

/// The place that in_lane_blocks() has come to: kRows times V, side by side.
template <class V, class T, size_t kRegisters>
struct LaneBlock {
  static constexpr size_t kRows = kRegisters;
  using Value = V;
  size_t i;
  At<V, T> operator[](size_t r) const { return {i + r * At<V, T>::kLanes}; }
};

/// Calls body(at) along 0 … n − 1, `kRows` registers at a time, then one register, then one number: for a body that
/// keeps a block of some arrays in registers while it goes through others.
template <class T, size_t kRows, class Body>
[[gnu::always_inline]] inline void in_lane_blocks(size_t n, Body body) {
  constexpr size_t kCount = LanesOf<T>::kCount;
  size_t i = 0;
  for (; i + kRows * kCount <= n; i += kRows * kCount) body(LaneBlock<Lanes<T>, T, kRows>{i});
  for (; i + kCount <= n; i += kCount) body(LaneBlock<Lanes<T>, T, 1>{i});
  for (; i < n; ++i) body(LaneBlock<T, T, 1>{i});
}

template <class V, size_t... I>
[[gnu::always_inline]] inline auto halves_added(V v, std::index_sequence<I...>) {
  return __builtin_shufflevector(v, v, I...) + __builtin_shufflevector(v, v, (sizeof...(I) + I)...);
}

template <class V>
[[gnu::always_inline]] inline auto lanes_added(V v) {
  constexpr size_t kCount = sizeof(V) / sizeof(v[0]);
  if constexpr (kCount == 2)
    return v[0] + v[1];
  else
    return lanes_added(halves_added(v, std::make_index_sequence<kCount / 2>{}));
}

/// v with zeros in the lanes before `first`: the remainder is read in a register that ends with the array, and its
/// first lanes have been counted before.
template <class T>
[[gnu::always_inline]] inline Lanes<T> lanes_from(size_t first, Lanes<T> v) {
  Lanes<T> lane;
  for (size_t i = 0; i < LanesOf<T>::kCount; ++i) lane[i] = static_cast<T>(i);
  return lane < static_cast<T>(first) ? Lanes<T>{} : v;
}

/// v's first `count` lanes, and `other` in those after them.
template <class T>
[[gnu::always_inline]] inline Lanes<T> lanes_before(size_t count, Lanes<T> v, T other) {
  Lanes<T> lane;
  for (size_t i = 0; i < LanesOf<T>::kCount; ++i) lane[i] = static_cast<T>(i);
  return lane < static_cast<T>(count) ? v : other - Lanes<T>{};
}

/// Adds each two neighbouring groups of `kGroup` lanes: u's pairs and then v's, within every `kWithin` lanes.
template <size_t kGroup, size_t kWithin, class V, size_t... I>
[[gnu::always_inline]] inline V neighbours_added(V u, V v, std::index_sequence<I...>) {
  constexpr auto from = [](size_t i, size_t second) {
    const size_t begin = i / kWithin * kWithin, pair = i % kWithin / kGroup, half = kWithin / kGroup / 2;
    return (pair < half ? 0 : sizeof...(I)) + begin + (pair % half * 2 + second) * kGroup + i % kGroup;
  };
  return __builtin_shufflevector(u, v, from(I, 0)...) + __builtin_shufflevector(u, v, from(I, 1)...);
}

/// Lane i of the result is the sum over the lanes of v[i]; there are as many vectors as lanes. The number of vectors is
/// halved at each step, which takes fewer shuffles than one sum after the other. Lanes within 16 bytes are added first,
/// since AVX needs several instructions, and three times as long, to shuffle across them.
template <class V, size_t kCount = sizeof(V) / sizeof(V{}[0])>
[[gnu::always_inline]] inline V each_added(const V* v) {
  constexpr size_t kLanes = sizeof(V) / sizeof(V{}[0]), kNear = std::min(kLanes, 16 / sizeof(V{}[0]));
  constexpr bool near = kLanes / kCount < kNear;
  constexpr size_t kGroup = near ? 1 : kNear, kWithin = near ? kNear : kLanes;
  if constexpr (kCount == 1) {
    return v[0];
  } else {
    V half[kCount / 2];
#pragma GCC unroll 16
    for (size_t i = 0; i < kCount / 2; ++i)
      half[i] = neighbours_added<kGroup, kWithin>(v[2 * i], v[2 * i + 1], std::make_index_sequence<kLanes>{});
    return each_added<V, kCount / 2>(half);
  }
}

/// A running sum, fed from in_lanes().
template <class T>
struct Sum {
  Lanes<T> lanes{};
  T rest = 0;
  void add(Lanes<T> v) { lanes += v; }
  void add(T v) { rest += v; }
  T total() const { return lanes_added(lanes) + rest; }
};

template <class T>
inline T total(const T* x, size_t n) {
  Sum<T> s;
  in_lanes<T>(n, [&](auto at) { s.add(at(x)); });
  return s.total();
}

template <class T>
inline T dot(const T* x, const T* y, size_t n) {
  Sum<T> s;
  in_lanes<T>(n, [&](auto at) { s.add(at(x) * at(y)); });
  return s.total();
}

template <class V, size_t... I>
[[gnu::always_inline]] inline auto halves_larger(V v, std::index_sequence<I...>) {
  const auto low = __builtin_shufflevector(v, v, I...), high = __builtin_shufflevector(v, v, (sizeof...(I) + I)...);
  return high > low ? high : low;
}

template <class V>
[[gnu::always_inline]] inline auto lanes_largest(V v) {
  constexpr size_t kCount = sizeof(V) / sizeof(v[0]);
  if constexpr (kCount == 2)
    return v[1] > v[0] ? v[1] : v[0];
  else
    return lanes_largest(halves_larger(v, std::make_index_sequence<kCount / 2>{}));
}

/// A running maximum, fed from in_lanes(); it may miss a NaN.
template <class T>
struct Largest {
  T rest = -std::numeric_limits<T>::infinity();
  Lanes<T> lanes = rest - Lanes<T>{};
  void take(Lanes<T> v) { lanes = v > lanes ? v : lanes; }
  void take(T v) { rest = v > rest ? v : rest; }
  T value() const {
    const T most = lanes_largest(lanes);
    return most > rest ? most : rest;
  }
};

/// The maximum of n ≥ 1 numbers; it may miss a NaN.
template <class T>
inline T largest(const T* x, size_t n) {
  Largest<T> top;
  in_whole_registers<T>(n, [&](auto at) { top.take(at(x)); });
  return top.value();
}

}  // namespace tapehead::inline TAPEHEAD_VECTORS
