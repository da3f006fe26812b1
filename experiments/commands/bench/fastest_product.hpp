#pragma once
// The fastest product, beside which the speed of a training step is seen.

#include <cstddef>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/real.hpp"
#include "experiments/batches/workers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Products of two 512×512 matrices, by all workers at a time, each with matrices of its own.
class FastestProduct final {
 public:
  explicit FastestProduct(Workers& workers);

  /// Measures for some hundredths of a second.
  void measure();
  /// The fastest measurement so far: operations a second of all workers, in 10⁹.
  double gflops() const { return fastest_; }

 private:
  static constexpr size_t kSide = 512;

  Workers& workers_;
  AlignedVector<Real> factors_, products_;
  double fastest_ = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
