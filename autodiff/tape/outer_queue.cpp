#include "autodiff/tape/outer_queue.hpp"

#include <algorithm>

#include "autodiff/base/gemm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void add_outer_products(Real* gradient, size_t rows, size_t cols, const Real* dy, const Real* x, size_t columns) {
  gemm(Transpose::kNo, Transpose::kYes, rows, cols, columns, dy, rows, x, cols, true, gradient, rows);
}

}  // namespace

void OuterQueue::add(Real* gradient, size_t rows, size_t cols, const Real* dy, const Real* x, size_t columns) {
  if (rows != rows_ || cols != cols_ || gradient != gradient_) {
    flush();
    gradient_ = nullptr;  // until both have the room, of which there may be none
    dy_.resize(rows * kColumns);
    x_.resize(cols * kColumns);
  }
  rows_ = rows;
  cols_ = cols;
  gradient_ = gradient;
  while (columns > 0) {
    if (held_ == 0 && columns >= kColumns) {  // as many as make a product are not copied
      add_outer_products(gradient, rows, cols, dy, x, kColumns);
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
  add_outer_products(gradient_, rows_, cols_, dy_.data(), x_.data(), held_);
  held_ = 0;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
