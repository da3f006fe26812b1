// The nearest rows of reference, against plain loops.

#include "memory/sparse/nearest_references.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("the nearest reference is that of the largest product, of equals the first, of any number of them") {
  Stream stream(1, Split::kCheck, Purpose::kTest, 0);
  for (const auto& [width, references, rows] :
       {std::array<size_t, 3>{4, 1, 1}, {4, 5, 3}, {7, 6, 64}, {32, 13, 65}, {33, 100, 130}, {1, 7, 40}}) {
    INFO(width << " numbers, " << references << " references, " << rows << " rows");
    const size_t stride = references + 3;
    std::vector<Real> numbers(width * stride, 1000), of_rows(width * rows);  // nobody looks behind the last
    const auto whole = [&] { return static_cast<Real>(static_cast<int64_t>(stream.bits() % 5) - 2); };  // ties
    for (size_t j = 0; j < width; ++j)
      for (size_t i = 0; i < references; ++i) numbers[j * stride + i] = whole();
    for (Real& x : of_rows) x = whole();
    std::vector<uint32_t> nearest(rows, ~0u);
    nearest_references({numbers.data(), stride, width, references}, of_rows.data(), rows, nearest.data());
    for (size_t r = 0; r < rows; ++r) {
      size_t best = 0;
      Real most = 0;
      for (size_t i = 0; i < references; ++i) {
        Real product = 0;
        for (size_t j = 0; j < width; ++j) product += numbers[j * stride + i] * of_rows[r * width + j];
        if (i == 0 || product > most) best = i, most = product;
      }
      REQUIRE(nearest[r] == best);
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
