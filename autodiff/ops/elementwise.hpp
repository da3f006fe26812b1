#pragma once
// How an elementwise op is written: map() for its value, accumulate() for its gradient. Both broadcast: an operand with
// one row, one column or one item (a parameter beside a batch) is repeated along that axis, and its gradient is summed
// over it. Inner loops are plain, so that the compiler vectorises them.

#include <array>
#include <utility>

#include "autodiff/base/error.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A new value of the same shape as x.
inline Var like(Var x) { return x.tape->make(x.rows, x.cols, x.batch()); }

/// A new value of the shape that a and b broadcast to. Throws ShapeError where they do not fit.
Var like(const char* op, Var a, Var b);

/// Says what an elementwise op computes: of each number of its value y, and of that number's share in the gradient of
/// each input that wants one.
inline void tell_each(Var y, std::initializer_list<Var> inputs, Work value, Work gradient) {
  y.tape->tell([&] {
    size_t wanted = 0;
    for (const Var& x : inputs) wanted += y.tape->wants(x);
    return OpWork{y.numbers() * value, wanted * y.numbers() * gradient};
  });
}

namespace detail {

/// An operand with its strides; a stride is 0 where the operand is repeated.
struct Operand {
  const Real* data;
  size_t row, column, item;
};

inline Operand operand(Window<const Real> w, size_t rows, size_t cols, size_t batch) {
  return {w.data, w.rows == rows ? size_t{1} : 0, w.cols == cols ? w.leading : 0, w.batch == batch ? w.stride : 0};
}

template <size_t N>
using Operands = std::array<Operand, N>;

/// Calls body with a mask as a compile-time number: bit i is set where operand i varies along the rows.
template <size_t N, class Body>
void with_row_mask(const Operands<N>& from, Body body) {
  unsigned mask = 0;
  for (size_t i = 0; i < N; ++i) mask |= static_cast<unsigned>(from[i].row) << i;
  [&]<unsigned... kMask>(std::integer_sequence<unsigned, kMask...>) {
    (void)((mask == kMask && (body(std::integral_constant<unsigned, kMask>{}), true)) || ...);
  }
  (std::make_integer_sequence<unsigned, 1u << N>{});
}

template <unsigned kMask, size_t N, class Function, size_t... I>
inline Real apply(const Function& f, const std::array<const Real*, N>& at, size_t r, std::index_sequence<I...>) {
  return f(at[I][(kMask >> I & 1) ? r : 0]...);
}

enum class Write { kAssign, kAdd, kSum };  ///< kSum: the target has one row and gets the sum over rows

/// target (op)= f(operands…) over one column; where bit i of kMask is set, operand i varies along it, else it is one
/// number.
template <Write kWrite, unsigned kMask, size_t N, class Function>
inline void column(Real* y, size_t rows, const std::array<const Real*, N>& at, const Function& f) {
  constexpr auto kAll = std::make_index_sequence<N>{};
  if constexpr (kWrite == Write::kSum) {
    Real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t r = 0; r < rows; ++r) sum += apply<kMask, N>(f, at, r, kAll);
    *y += sum;
  } else {
#pragma GCC ivdep
    for (size_t r = 0; r < rows; ++r) {
      const Real value = apply<kMask, N>(f, at, r, kAll);
      if constexpr (kWrite == Write::kAdd)
        y[r] += value;
      else
        y[r] = value;
    }
  }
}

/// target (op)= f(operands…) over rows×cols×batch.
template <Write kWrite, size_t N, class Function>
void loop(Real* target, size_t leading, size_t stride, size_t rows, size_t cols, size_t batch, const Operands<N>& from,
          Function f) {
  with_row_mask<N>(from, [&](auto mask) {
    for (size_t b = 0; b < batch; ++b)
      for (size_t c = 0; c < cols; ++c) {
        std::array<const Real*, N> at;
        for (size_t i = 0; i < N; ++i) at[i] = from[i].data + b * from[i].item + c * from[i].column;
        column<kWrite, decltype(mask)::value>(target + b * stride + c * leading, rows, at, f);
      }
  });
}

/// target (op)= f(operands…) where all operands are contiguous.
template <Write kWrite, size_t N, class Function>
void run(Real* target, size_t count, const std::array<Window<const Real>, N>& from, Function f) {
  std::array<const Real*, N> at;
  for (size_t i = 0; i < N; ++i) at[i] = from[i].data;
  column<kWrite, (1u << N) - 1>(target, count, at, f);
}

inline bool dense(Window<const Real> w, size_t rows, size_t cols, size_t batch) {
  return w.rows == rows && w.cols == cols && w.batch == batch && w.dense();
}

}  // namespace detail

/// y = f(inputs…), element by element; y is new.
template <class Function, class... Input>
void map(Var y, Function f, Input... inputs) {
  const auto out = y.tape->fill(y);
  const std::array windows{inputs.tape->value(inputs)...};
  bool all_dense = true;
  for (const auto& w : windows) all_dense = all_dense && detail::dense(w, out.rows, out.cols, out.batch);
  using detail::Write;
  if (all_dense) return detail::run<Write::kAssign>(out.data, out.rows * out.cols * out.batch, windows, f);
  detail::Operands<sizeof...(Input)> from;
  for (size_t i = 0; i < windows.size(); ++i) from[i] = detail::operand(windows[i], out.rows, out.cols, out.batch);
  detail::loop<Write::kAssign>(out.data, out.leading, out.stride, out.rows, out.cols, out.batch, from, f);
}

/// Adds rule(dy, values…) to x's gradient: dy is the gradient of y, the values are those of `others` (which may include
/// y). Summed over the axes along which x was repeated. Does nothing where x wants no gradient.
template <class Rule, class... Other>
void accumulate(Var x, Var y, Rule rule, Other... others) {
  Tape& tape = *x.tape;
  if (!tape.wants(x)) return;
  const std::array windows{tape.gradient(y), tape.value(others)...};
  constexpr size_t kCount = sizeof...(Other) + 1;
  const size_t rows = windows[0].rows, cols = windows[0].cols, batch = windows[0].batch;
  Gradient dx = tape.touch(x);
  using detail::Write;
  const bool reduced = dx.rows != rows || dx.cols != cols || dx.batch != batch;
  bool all_dense = !reduced && dx.dense();
  for (const auto& w : windows) all_dense = all_dense && detail::dense(w, rows, cols, batch);
  if (all_dense) {
    const size_t count = rows * cols * batch;
    return dx.fresh ? detail::run<Write::kAssign>(dx.data, count, windows, rule)
                    : detail::run<Write::kAdd>(dx.data, count, windows, rule);
  }
  detail::Operands<kCount> from;
  for (size_t i = 0; i < kCount; ++i) from[i] = detail::operand(windows[i], rows, cols, batch);
  if (reduced && dx.fresh) {
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c) std::fill_n(dx.column(b, c), dx.rows, Real{0});
    dx.fresh = false;
  }
  const size_t leading = dx.cols == 1 && cols > 1 ? 0 : dx.leading;
  const size_t stride = dx.batch == 1 && batch > 1 ? 0 : dx.stride;
  if (dx.rows == 1 && rows > 1)
    detail::loop<Write::kSum>(dx.data, leading, stride, rows, cols, batch, from, rule);
  else if (dx.fresh)
    detail::loop<Write::kAssign>(dx.data, leading, stride, rows, cols, batch, from, rule);
  else
    detail::loop<Write::kAdd>(dx.data, leading, stride, rows, cols, batch, from, rule);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
