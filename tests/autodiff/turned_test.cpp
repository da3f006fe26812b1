#include "autodiff/base/turned.hpp"

#include <catch2/catch.hpp>

#include <vector>

namespace tapehead {

TEMPLATE_TEST_CASE("a matrix that is turned has every number in its place, and none beside them", "", float, double) {
  // Around each number of lanes, whole registers and what is left over.
  for (const size_t rows : {1, 3, 4, 7, 8, 9, 16, 17, 40})
    for (const size_t cols : {1, 2, 4, 5, 8, 15, 16, 31, 33})
      for (const size_t gap : {0, 3}) {
        INFO(rows << " x " << cols << ", gaps of " << gap);
        const size_t distance = rows + gap, to_distance = cols + gap;
        std::vector<TestType> from(distance * cols), to(to_distance * rows, TestType{-1});
        for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<TestType>(i);
        turn(rows, cols, from.data(), distance, to.data(), to_distance);
        size_t wrong = 0;
        for (size_t i = 0; i < rows; ++i)
          for (size_t j = 0; j < to_distance; ++j)
            wrong += to[i * to_distance + j] != (j < cols ? from[j * distance + i] : TestType{-1});
        CHECK(wrong == 0);
      }
}

}  // namespace tapehead
