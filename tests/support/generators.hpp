#pragma once
// Random inputs for property tests.

#include <rapidcheck/catch.h>

#include <cmath>
#include <vector>

#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// A number of low..high.
inline Real any_number(double low, double high) {
  return static_cast<Real>(low + (high - low) * *rc::gen::inRange(0, 10001) / 10000);
}

inline size_t any_size(size_t low, size_t high) { return *rc::gen::inRange(low, high + 1); }

/// rows×cols×batch numbers of low..high.
inline std::vector<Real> any_numbers(size_t count, double low, double high) {
  const auto drawn = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, 10001));
  std::vector<Real> values;
  for (const int i : drawn) values.push_back(static_cast<Real>(low + (high - low) * i / 10000));
  return values;
}

/// A tape that records nothing, and values on it.
struct Plain {
  ParameterStore none{0};
  Tape tape;
  Plain() { tape.begin(none, nullptr); }
  Var any(size_t rows, size_t cols, size_t batch, double low, double high) {
    return of(rows, cols, batch, any_numbers(rows * cols * batch, low, high));
  }
  Var of(size_t rows, size_t cols, size_t batch, const std::vector<Real>& values) {
    return tape.constant(rows, cols, batch, values.data());
  }
  /// Columns on the simplex.
  Var any_weights(size_t slots, size_t heads, size_t batch, double spread) {
    return softmax(any(slots, heads, batch, -spread, spread));
  }
  /// A column for each head and item with one 1 in it, at where[column].
  Var one_hot(size_t slots, size_t heads, size_t batch, const std::vector<size_t>& where) {
    std::vector<Real> values(slots * heads * batch, 0);
    for (size_t i = 0; i < where.size(); ++i) values[i * slots + where[i]] = 1;
    return of(slots, heads, batch, values);
  }
};

/// Every column is nonnegative and sums to one.
inline void require_on_simplex(Var weights) {
  const auto w = weights.tape->value(weights);
  for (size_t b = 0; b < w.batch; ++b)
    for (size_t c = 0; c < w.cols; ++c) {
      double total = 0;
      for (size_t r = 0; r < w.rows; ++r) {
        RC_ASSERT(w.column(b, c)[r] >= 0);
        total += static_cast<double>(w.column(b, c)[r]);
      }
      RC_ASSERT(std::abs(total - 1) < 1e-5);
    }
}

inline void require_close(const std::vector<Real>& got, const std::vector<Real>& right, double tolerance) {
  RC_ASSERT(got.size() == right.size());
  for (size_t i = 0; i < got.size(); ++i) RC_ASSERT(std::abs(got[i] - right[i]) <= static_cast<Real>(tolerance));
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
