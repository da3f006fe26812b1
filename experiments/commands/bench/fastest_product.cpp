#include "experiments/commands/bench/fastest_product.hpp"

#include <algorithm>
#include <chrono>

#include "autodiff/base/gemm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

FastestProduct::FastestProduct(Workers& workers)
    : workers_(workers), factors_(kSide * kSide, Real(0.5)), products_(kSide * kSide * workers.count()) {}

void FastestProduct::measure() {
  constexpr size_t kRounds = 4, kEach = 4;  // a share of the products of a round may fall to a worker that is late
  for (size_t round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    workers_.run(workers_.count(), [&](size_t number, size_t) {
      for (size_t i = 0; i < kEach; ++i)
        gemm(Transpose::kNo, Transpose::kNo, kSide, kSide, kSide, factors_.data(), kSide, factors_.data(), kSide, false,
             products_.data() + number * kSide * kSide, kSide);
    });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto count = static_cast<double>(kEach * workers_.count() * kSide * kSide * kSide);
    fastest_ = std::max(fastest_, 2 * count / seconds / 1e9);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
