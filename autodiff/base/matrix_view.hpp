#pragma once
// A matrix view of numbers owned elsewhere.

#include <algorithm>
#include <cstddef>
#include <span>

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// rows×cols numbers, column-major and dense. Owns nothing.
struct MatrixView {
  Real* data;
  size_t rows, cols;

  Real& operator()(size_t row, size_t col) const { return data[col * rows + row]; }
  std::span<Real> column(size_t col) const { return {data + col * rows, rows}; }
  Real* begin() const { return data; }
  Real* end() const { return data + rows * cols; }
  void fill(Real value) const { std::fill(begin(), end(), value); }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
