#include "autodiff/tape/outer_queue.hpp"

#include <algorithm>

#include "autodiff/base/gemm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

void OuterQueue::add(Real* gradient, size_t rows, size_t cols, const Real* dy, const Real* x, size_t columns) {
  if (rows != rows_ || cols != cols_) {
    flush();
    dy_.resize(rows * kColumns);
    x_.resize(cols * kColumns);
  }
  rows_ = rows;
  cols_ = cols;
  gradient_ = gradient;
  while (columns > 0) {
    if (held_ == 0 && columns >= kColumns) {  // as flush() does it, without a copy
      gemm(Transpose::kNo, Transpose::kYes, rows, cols, kColumns, dy, rows, x, cols, true, gradient, rows);
      columns -= kColumns;
      dy += rows * kColumns;
      x += cols * kColumns;
      continue;
    }
    const size_t some = std::min(columns, kColumns - held_);
    std::copy_n(dy, rows * some, dy_.data() + rows * held_);
    std::copy_n(x, cols * some, x_.data() + cols * held_);
    held_ += some;
    columns -= some;
    dy += rows * some;
    x += cols * some;
    if (held_ == kColumns) flush();
  }
}

void OuterQueue::flush() {
  if (held_ == 0) return;
  gemm(Transpose::kNo, Transpose::kYes, rows_, cols_, held_, dy_.data(), rows_, x_.data(), cols_, true, gradient_,
       rows_);
  held_ = 0;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
