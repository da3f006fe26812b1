#include "autodiff/tape/outer_queue.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("a queue of outer products adds what plain loops do") {
  constexpr size_t kRows = 5, kCols = 3;
  OuterQueue queue;
  std::vector<Real> sums(2 * kRows * kCols, 1);  // two gradients in turn
  std::vector<double> right(sums.begin(), sums.end());
  size_t drawn = 0;
  for (const size_t columns : {1, 63, 64, 7, 200, 57, 128, 3}) {
    std::vector<Real> dy(kRows * columns), x(kCols * columns);
    for (auto* all : {&dy, &x})
      for (Real& one : *all) one = std::sin(static_cast<Real>(++drawn));
    const size_t first = columns == 57 || columns == 128 ? kRows * kCols : 0;
    queue.add(sums.data() + first, kRows, kCols, dy.data(), x.data(), columns);
    for (size_t i = 0; i < columns; ++i)
      for (size_t c = 0; c < kCols; ++c)
        for (size_t r = 0; r < kRows; ++r)
          right[first + c * kRows + r] +=
              static_cast<double>(dy[i * kRows + r]) * static_cast<double>(x[i * kCols + c]);
  }
  queue.flush();
  for (size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == Approx(right[i]).margin(1e-4));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
