#include "attention/moves/steering.hpp"

#include <algorithm>

#include "autodiff/base/fastmath.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/ops/elementwise.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A head has only one or three numbers of a kind, too few for a register. So this many columns are processed side by
/// side: row r of column i is at [r·kTapsAbreast + i].
constexpr size_t kTapsAbreast = LanesOf<Real>::kCount;

/// Gathers the columns first … first + count − 1 of all items; lanes beyond them are zero.
template <class T>
void lay_abreast(const Window<T>& from, size_t first, size_t count, Real* to) {
  std::fill_n(to, from.rows * kTapsAbreast, Real{0});
  for (size_t i = 0; i < count; ++i) {
    const auto* column = from.column((first + i) / from.cols, (first + i) % from.cols);
    for (size_t r = 0; r < from.rows; ++r) to[r * kTapsAbreast + i] = column[r];
  }
}

void put_back(const Real* from, size_t first, size_t count, const Window<Real>& to, bool assign) {
  for (size_t i = 0; i < count; ++i) {
    Real* column = to.column((first + i) / to.cols, (first + i) % to.cols);
    for (size_t r = 0; r < to.rows; ++r) column[r] = (assign ? 0 : column[r]) + from[r * kTapsAbreast + i];
  }
}

/// Calls body(first, count) for all columns, kTapsAbreast at a time.
template <class Body>
void in_blocks(size_t columns, Body body) {
  for (size_t first = 0; first < columns; first += kTapsAbreast) body(first, std::min(kTapsAbreast, columns - first));
}

void steer_forward(Real* x, size_t taps, Real share, Real least) {
  Real *strength = x, *gate = x + kTapsAbreast, *kernel = gate + kTapsAbreast,
       *sharpening = kernel + taps * kTapsAbreast;
  Real top[kTapsAbreast], sum[kTapsAbreast] = {};
  for (size_t i = 0; i < kTapsAbreast; ++i) strength[i] = fast::softplus(strength[i]);
  for (size_t i = 0; i < kTapsAbreast; ++i) gate[i] = fast::logistic(gate[i]);
  for (size_t i = 0; i < kTapsAbreast; ++i) sharpening[i] = least + share * fast::softplus(sharpening[i]);
  std::copy_n(kernel, kTapsAbreast, top);
  for (size_t j = 1; j < taps; ++j)
    for (size_t i = 0; i < kTapsAbreast; ++i) {
      const Real value = kernel[j * kTapsAbreast + i];
      top[i] = value > top[i] ? value : top[i];
    }
  for (size_t j = 0; j < taps; ++j)
    for (size_t i = 0; i < kTapsAbreast; ++i) {
      const Real value = fast::exp(kernel[j * kTapsAbreast + i] - top[i]);
      kernel[j * kTapsAbreast + i] = value;
      sum[i] += value;
    }
  for (size_t j = 0; j < taps; ++j)
    for (size_t i = 0; i < kTapsAbreast; ++i) kernel[j * kTapsAbreast + i] /= sum[i];
}

/// Replaces d, the gradient of y, by that of x.
void steer_backward(const Real* __restrict x, const Real* __restrict y, Real* __restrict d, size_t taps, Real share) {
  const size_t gate = kTapsAbreast, kernel = 2 * kTapsAbreast, sharpening = (2 + taps) * kTapsAbreast;
  Real along[kTapsAbreast] = {};
  for (size_t i = 0; i < kTapsAbreast; ++i) d[i] *= fast::logistic(x[i]);
  for (size_t i = gate; i < gate + kTapsAbreast; ++i) d[i] *= y[i] * (1 - y[i]);
  for (size_t i = sharpening; i < sharpening + kTapsAbreast; ++i) d[i] *= share * fast::logistic(x[i]);
  for (size_t j = 0; j < taps; ++j)
    for (size_t i = 0; i < kTapsAbreast; ++i)
      along[i] += y[kernel + j * kTapsAbreast + i] * d[kernel + j * kTapsAbreast + i];
  for (size_t j = 0; j < taps; ++j)
    for (size_t i = 0; i < kTapsAbreast; ++i) {
      Real& of_tap = d[kernel + j * kTapsAbreast + i];
      of_tap = y[kernel + j * kTapsAbreast + i] * (of_tap - along[i]);
    }
}

}  // namespace

Var steering(Var controls, Real share, Real least) {
  const size_t rows = controls.rows, size = rows * kTapsAbreast;
  if (rows < 4 || rows % 2 != 0)
    shapes_do_not_fit("steering", {controls}, "a strength, a gate, an odd number of taps and a sharpening are needed");
  Tape& tape = *controls.tape;
  Var y = like(controls);
  const auto to = tape.fill(y);
  Real* const work = tape.borrow(size);
  in_blocks(to.cols * to.batch, [&](size_t first, size_t count) {
    lay_abreast(tape.value(controls), first, count, work);
    steer_forward(work, rows - 3, share, least);
    put_back(work, first, count, to, true);
  });
  tape.give_back(work, size);
  tape.tell([=] {
    const size_t columns = y.cols * y.batch(), taps = rows - 3;
    return OpWork{columns * (Work{2, 3} + taps * Work{4, 1}), columns * (Work{6, 2} + taps * Work{4})};
  });
  return tape.record(y, {controls}, [=] {
    Tape& t = *controls.tape;
    const Gradient dx = t.touch(controls);
    Real* const x = t.borrow(3 * size);
    Real *const value = x + size, *const d = value + size;
    in_blocks(dx.cols * dx.batch, [&](size_t first, size_t count) {
      lay_abreast(t.value(controls), first, count, x);
      lay_abreast(t.value(y), first, count, value);
      lay_abreast(t.gradient(y), first, count, d);
      steer_backward(x, value, d, rows - 3, share);
      put_back(d, first, count, dx, dx.fresh);
    });
    t.give_back(x, 3 * size);
  });
}

}  // namespace tapehead::inline TAPEHEAD_REAL
