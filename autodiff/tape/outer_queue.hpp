#pragma once
// Deferred weight gradients: dW += dy·xᵀ is bound by memory for one column, and by arithmetic for 64 columns at once.

#include <cstddef>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Collects columns (x, dy) of one weight matrix and adds their outer products to its gradient, many at a time, in the
/// order of arrival.
class OuterQueue final {
 public:
  /// Adds Σ dyᵢ·xᵢᵀ (rows×cols) to `gradient`, now or later; both inputs are column-major and dense.
  void add(Real* gradient, size_t rows, size_t cols, const Real* dy, const Real* x, size_t columns);
  /// Adds what is pending.
  void flush();
  /// Forgets what is pending.
  void drop() { held_ = 0; }

 private:
  static constexpr size_t kColumns = 64;
  size_t rows_ = 0, cols_ = 0, held_ = 0;
  Real* gradient_ = nullptr;
  AlignedVector<Real> dy_, x_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
