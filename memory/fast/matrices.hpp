#pragma once
// What a scan does to the matrices S of a few heads, side by side.

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "autodiff/base/lanes.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a scan does to kCount matrices, one after another, each keys×width by rows: row r has what is under number r of
/// a key. Vectors and factors are given for each matrix. What a matrix's step adds up waits for the addition before it,
/// so that several take little longer than one. Rows have kWidth numbers, which stay in registers.
template <size_t kWidth, size_t kCount>
class Matrices final {
 public:
  static constexpr size_t kMatrices = kCount;
  template <class T>
  using Each = std::array<T*, kCount>;

  explicit Matrices(size_t keys, size_t = kWidth) : keys_(keys) {}

  /// y += sign·Sᵀx
  void look_up(const Real* s, const Each<const Real>& x, Real sign, const Each<Real>& y) const {
    std::array<Row, kCount> sums;
    for (size_t m = 0; m < kCount; ++m) sums[m] = row(y[m]);
    for (size_t r = 0; r < keys_; ++r)
      for (size_t m = 0; m < kCount; ++m) add(sign * x[m][r], row(at(s, m, r)), sums[m]);
    for (size_t m = 0; m < kCount; ++m) put(sums[m], y[m]);
  }

  /// S += sign·x·yᵀ
  void add_pair(const Each<const Real>& x, Real sign, const Each<const Real>& y, Real* s) const {
    std::array<Row, kCount> added;
    for (size_t m = 0; m < kCount; ++m) added[m] = row(y[m]);
    for (size_t r = 0; r < keys_; ++r)
      for (size_t m = 0; m < kCount; ++m) {
        Row sum = row(at(s, m, r));
        add(sign * x[m][r], added[m], sum);
        put(sum, at(s, m, r));
      }
  }

  /// x += sign·S·y
  void look_back(const Real* s, const Each<const Real>& y, Real sign, const Each<Real>& x) const {
    for (size_t m = 0; m < kCount; ++m) {
      const Row with = row(y[m]);
      sum_rows(sign, x[m], [&](size_t r) { return product(row(at(s, m, r)), with); });
    }
  }

  /// S ← Diag(factors)·S; `one`: one factor for all rows.
  void fade(const Each<const Real>& factors, bool one, Real* s) const {
    for (size_t m = 0; m < kCount; ++m)
      for (size_t r = 0; r < keys_; ++r) {
        Row faded = row(at(s, m, r));
#pragma GCC unroll 8
        for (size_t i = 0; i < kRegisters; ++i) faded.parts[i] *= factors[m][one ? 0 : r];
        put(faded, at(s, m, r));
      }
  }

  /// factors += the sums over the rows of S∘T; `one`: of all rows.
  void fade_back(const Real* s, const Real* t, bool one, const Each<Real>& factors) const {
    for (size_t m = 0; m < kCount; ++m) {
      if (one)
        *factors[m] += dot<Real>(at(s, m, 0), at(t, m, 0), keys_ * kWidth);
      else
        sum_rows(1, factors[m], [&](size_t r) { return product(row(at(s, m, r)), row(at(t, m, r))); });
    }
  }

 private:
  static constexpr size_t kLanes = std::min(kWidth, LanesOf<Real>::kCount), kRegisters = kWidth / kLanes;
  typedef Real Register __attribute__((vector_size(kLanes * sizeof(Real))));
  struct Row {
    Register parts[kRegisters];
  };

  template <class T>
  T* at(T* s, size_t matrix, size_t r) const {
    return s + (matrix * keys_ + r) * kWidth;
  }
  static Row row(const Real* x) {
    Row v;
#pragma GCC unroll 8
    for (size_t i = 0; i < kRegisters; ++i) std::memcpy(&v.parts[i], x + i * kLanes, sizeof v.parts[i]);
    return v;
  }
  static void put(const Row& v, Real* x) {
#pragma GCC unroll 8
    for (size_t i = 0; i < kRegisters; ++i) std::memcpy(x + i * kLanes, &v.parts[i], sizeof v.parts[i]);
  }
  static void add(Real a, const Row& x, Row& sum) {
#pragma GCC unroll 8
    for (size_t i = 0; i < kRegisters; ++i) sum.parts[i] += a * x.parts[i];
  }
  static Register product(const Row& x, const Row& y) {
    Register sum = x.parts[0] * y.parts[0];
#pragma GCC unroll 8
    for (size_t i = 1; i < kRegisters; ++i) sum += x.parts[i] * y.parts[i];
    return sum;
  }

  /// x(r) += sign · the sum over the lanes of of(r), for each row.
  template <class Of>
  void sum_rows(Real sign, Real* x, Of of) const {
    for (size_t first = 0; first < keys_; first += kLanes) {
      const size_t count = std::min(kLanes, keys_ - first);
      Register parts[kLanes];
#pragma GCC unroll 16
      for (size_t r = 0; r < kLanes; ++r) parts[r] = r < count ? of(first + r) : Register{};
      const auto sums = each_added(parts);
      for (size_t r = 0; r < count; ++r) x[first + r] += sign * sums[r];
    }
  }

  size_t keys_;
};

/// The same of one matrix with rows of any width.
template <>
class Matrices<0, 1> final {
 public:
  static constexpr size_t kMatrices = 1;
  template <class T>
  using Each = std::array<T*, 1>;

  Matrices(size_t keys, size_t width) : keys_(keys), width_(width) {}

  void look_up(const Real* s, const Each<const Real>& x, Real sign, const Each<Real>& y) const {
    for (size_t r = 0; r < keys_; ++r) add(sign * x[0][r], s + r * width_, y[0]);
  }
  void add_pair(const Each<const Real>& x, Real sign, const Each<const Real>& y, Real* s) const {
    for (size_t r = 0; r < keys_; ++r) add(sign * x[0][r], y[0], s + r * width_);
  }
  void look_back(const Real* s, const Each<const Real>& y, Real sign, const Each<Real>& x) const {
    for (size_t r = 0; r < keys_; ++r) x[0][r] += sign * dot<Real>(s + r * width_, y[0], width_);
  }
  void fade(const Each<const Real>& factors, bool one, Real* s) const {
    for (size_t r = 0; r < keys_; ++r)
      for (size_t j = 0; j < width_; ++j) s[r * width_ + j] *= factors[0][one ? 0 : r];
  }
  void fade_back(const Real* s, const Real* t, bool one, const Each<Real>& factors) const {
    for (size_t r = 0; r < keys_; ++r) factors[0][one ? 0 : r] += dot<Real>(s + r * width_, t + r * width_, width_);
  }

 private:
  void add(Real a, const Real* __restrict x, Real* __restrict sum) const {
    for (size_t j = 0; j < width_; ++j) sum[j] += a * x[j];
  }

  size_t keys_, width_;
};

/// body(Matrices, first) for all of `count` matrices, some at a time: `first` is the number of the first of these.
template <class Body>
void for_matrices(size_t keys, size_t width, size_t count, Body body) {
  const auto by = [&]<size_t kWidth, size_t kCount>(std::integer_sequence<size_t, kWidth, kCount>) {
    size_t first = 0;
    for (; first + kCount <= count; first += kCount) body(Matrices<kWidth, kCount>(keys, width), first);
    for (; first < count; ++first) body(Matrices<kWidth, 1>(keys, width), first);
  };
  switch (width) {
    case 8: return by(std::integer_sequence<size_t, 8, 4>{});
    case 16: return by(std::integer_sequence<size_t, 16, 4>{});
    case 32: return by(std::integer_sequence<size_t, 32, 2>{});
    default: return by(std::integer_sequence<size_t, 0, 1>{});
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
